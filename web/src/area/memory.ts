/** What the parts of a game remember, for the whole game (`view.parts`) or for a turn (`view.turn.parts`). */
import type { Area } from "../lib/wire"

type Memories = NonNullable<Area.State["parts"]>
type Memory = Memories[string]

/** The memory of one part; nothing while it has nothing to remember. */
export function memory<P extends Memory["part"]>(parts: Memories | undefined, part: P): Extract<Memory, { part: P }> | undefined {
  return parts?.[part] as Extract<Memory, { part: P }> | undefined
}
