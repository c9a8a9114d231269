/** What a list of tables says of each, and in which order. */
import type { Chairholder, TableInfo } from "./wire";

export function isMyTurn(table: TableInfo): boolean {
  return table.phase === "playing" && table.turn.some((seat) => table.mine.includes(seat) && !botAt(table, seat));
}

function botAt(table: TableInfo, seat: string): boolean {
  return Boolean(table.seats.find((one) => one.seat === seat)?.bot);
}

export function isFree(holder: Chairholder): boolean {
  return !holder.person && !holder.bot;
}

export function freeSeats(table: TableInfo): Chairholder[] {
  return table.seats.filter(isFree);
}

/** Own games: my turn first, then games in play, then those that wait; the latest move first in each. */
export function inOrder(tables: readonly TableInfo[]): TableInfo[] {
  const rank = (table: TableInfo): number => (isMyTurn(table) ? 0 : table.phase === "playing" ? 1 : 2);
  return [...tables].sort((a, b) => rank(a) - rank(b) || Date.parse(b.moved) - Date.parse(a.moved));
}

/** Whom the table waits for: names of people, or the seats that bots play. */
export function waitsFor(table: TableInfo, nameOf: (seat: string) => string): string[] {
  const names = table.turn.map((seat) => {
    const holder = table.seats.find((one) => one.seat === seat);
    return holder?.person && !holder.bot ? holder.person.name : nameOf(seat);
  });
  return [...new Set(names)];
}
