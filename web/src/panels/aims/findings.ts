/** What an aim takes, as a list: the parts of a finding that can be ticked off one by one. */
import type { Area } from "../../lib/wire";

/** A finding without parts of its own. */
export type Leaf = Omit<Area.Finding, "of">;

/** The parts of a finding, down to the last one; what is only missing in the whole stands for itself. */
export function leaves(finding: Area.Finding): Leaf[] {
  const parts = finding.of ?? [];
  if (!parts.length) return [finding];
  const own = finding.missing ?? [];
  return [...parts.flatMap(leaves), ...own.map((says) => ({ says, holds: false }))];
}

/** Everything that is missing, in short. */
export function lacking(finding: Area.Finding): string[] {
  return leaves(finding).flatMap((one) => (one.holds ? [] : one.missing?.length ? one.missing : [one.says]));
}

/** How far an aim of territories is: how many are held and how many it takes; nothing: it is about other things. */
export function progress(finding: Area.Finding): { held: number; needed: number } | null {
  const counted = leaves(finding).filter((one) => (one.needs ?? 0) > 1);
  const first = counted[0];
  return first ? { held: Math.min(first.count ?? 0, first.needs ?? 0), needed: first.needs ?? 0 } : null;
}
