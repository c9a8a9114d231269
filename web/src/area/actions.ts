/** Actions that the parts of a game bring, and which of them have a panel of their own. */
import type { Area } from "../lib/wire"

/** Kinds of action that some panel offers. */
const PANELLED = new Set([
  "advance", "aid", "airlift", "ambush", "bomb", "declare", "halt", "intercept", "interdict", "patrol", "pin", "program", "raid", "recall", "reinforce", "repair", "research", "restore", "rocket", "scorch", "scramble", "support", "upgrade",
])

/** What can be done in a phase and no panel offers. */
export function unpanelled(kit: unknown, phase: string): readonly Area.ActionFacts[] {
  const actions = (kit as Area.Kit | null)?.actions ?? []
  return actions.filter((one) => one.phases.includes(phase) && !PANELLED.has(one.do))
}
