/**
 * What a family of games brings to the page. The shell knows no game: it asks the family for the stage of the play,
 * for the map and for panels, and where a family has none it plays by the list of choices.
 */
import type { Component } from "svelte";

import type { Table } from "./table.svelte";
import type { Die } from "./verify";
import type { Decision, Entry, GameInfo } from "./wire";

/** A place at the table, named by the power that is played from it. */
export type Seat = string;

/** How a seat looks. */
export interface Livery {
  name: string;
  /** "#rrggbb" */
  colour: string;
  /** What is readable on it. */
  on: string;
  /** An SVG path around the origin, within 9 units; empty: none. */
  emblem: string;
}

/** Where the play is, for the bar on top. */
export interface Stage {
  round: number;
  /** What this round is called: "Summer 1941"; nothing: by its number. */
  name?: string;
  /** Seats whose turn it is: one, or a team that plays at the same time. */
  active: readonly Seat[];
  /** Of a team, who has done everything that the others wait for. */
  ready: readonly Seat[];
  phases: readonly { id: string; name: string }[];
  /** The phase we are in; of a team, the one that the player's own seat is in. */
  now: string;
}

/** A heading of the running text. */
export interface Chapter {
  round: number;
  seat: Seat;
  phase: string;
}

/** What an event says of headings; `mates`: who plays at the same time, and where they begin. */
export interface Opening extends Partial<Chapter> {
  mates?: Readonly<Record<Seat, string>>;
}

/** A badge of the map or a list, and what it means. */
export interface Sign {
  sign: string;
  /** It has crossed swords. */
  swords?: true;
  text: string;
}

export interface PanelProps {
  table: Table;
  decision: Decision;
}
export type Panel = Component<PanelProps>;
export type MapPart = Component<{ table: Table }>;

type Loading<T> = () => Promise<{ default: T }>;

/** Something beside the decisions: standing orders, a list of combats, incomes … */
export interface Extra {
  id: string;
  /** A key of strings.ts. */
  title: string;
  /** Whether it has something to show now. */
  when(table: Table): boolean;
  panel: Loading<Component<{ table: Table }>>;
  /** It belongs to the decision: it comes before the button that ends the phase. */
  deciding?: true;
}

export interface Family {
  /** Where the play is, as it looks from a seat. */
  stage(kit: unknown, view: unknown, seat: Seat | null): Stage | null;
  liveries(kit: unknown): Record<Seat, Livery>;
  /** The chapter that an event opens, if it does; what it does not say stays as it was. */
  chapter(event: unknown): Opening | null;
  /** Whether a team plays a phase as one. */
  together?(kit: unknown, phase: string): boolean;
  /** Whether a decision takes the place of the one before it, so that nobody would mention that one. */
  replaces?(before: Entry, after: Entry): boolean;
  /** The decisions that the orders list already, so that the log beside them needn't repeat them. */
  listed?(table: Table): ReadonlySet<number>;
  /** The first chapter of a game. */
  opening(kit: unknown): Chapter;
  /** The name of a phase. */
  phase(kit: unknown, phase: string): string;
  /** Let the names in the kit speak the language of the page (see names.svelte.ts), as far as the game has them. */
  translate?(game: string, kit: unknown): void;
  /** What ends this decision without doing more ("Done"), if there is such a thing. */
  ending(decision: Decision): unknown;
  /** What the button says that ends this decision, where it is more or less than the end of a phase. */
  closing?(kit: unknown, decision: Decision): string;
  /** What would be left undone by ending now, in a sentence; empty: nothing that one would regret. */
  left(kit: unknown, view: unknown, decision: Decision): string;
  /** What the badges mean, for the list of keys. */
  legend?(): readonly Sign[];
  map?: Loading<MapPart>;
  /** What every seat has, at a glance: always in sight below the map. */
  bar?: Loading<MapPart>;
  /** What the others did since the player's last turn; without it their text is shown. */
  recap?: Loading<MapPart>;
  /** The dice in an event, in the order in which they fell; a family that cannot say leaves it out. */
  dice?(kit: unknown, event: unknown): readonly Die[];
  /** How many hits an event reports. */
  hits?(event: unknown): number;
  /** Bring places of the board into sight. */
  show?(table: Table, places: readonly string[]): void;
  /** Mark places of the board, so that somebody who is new finds them. */
  point?(table: Table, places: readonly string[]): void;
  /** The page of odds, where the game answers without a table. */
  odds?: Loading<Component<{ game: GameInfo; kit: unknown }>>;
  /** Panels by the kind of decision. */
  panels: Readonly<Record<string, Loading<Panel>>>;
  extras: readonly Extra[];
  /** Changing a position by hand, in a study. */
  editor?: Loading<Component<{ table: Table }>>;
  /** Draw what actions would do on the map, until the result is called. */
  sketch?(table: Table, seat: Seat, actions: readonly unknown[]): () => void;
}

/** A family that the page does not know: no map, no panels; everything by the list of choices. */
export const PLAIN: Family = {
  stage: () => null,
  liveries: () => ({}),
  chapter: () => null,
  opening: () => ({ round: 0, seat: "", phase: "" }),
  phase: (_, phase) => phase,
  ending: () => undefined,
  left: () => "",
  panels: {},
  extras: [],
};
