/** What orders are about. */
import type { Hexes } from "../lib/wire";

/** The place on the map that an order is about; empty: none. */
export function placeOf(view: Hexes.HexState, action: Hexes.Action): string {
  switch (action.do) {
    case "attack":
    case "invade":
    case "support":
    case "assault":
    case "exploit":
    case "sail":
      return action.target;
    case "move":
    case "retreat":
      return action.to;
    case "deploy":
    case "base":
    case "unmark":
    case "build":
    case "repair":
    case "fortify":
    case "dismantle":
    case "lend":
      return action.at;
    case "advance":
      return view.combat?.attacks?.find((one) => one.army === action.army)?.target ?? "";
    case "call-off":
    case "strike":
    case "convert":
    case "disband":
    case "withdraw":
      return view.armies[action.army]?.at ?? "";
    default:
      return "";
  }
}
