/** A chart and its ground, ready to be looked up by the name of a space. */
import { around, nearest } from "./camera";
import type { Box, Point } from "./camera";
import type { Chart, Place } from "./chart";
import type { Underlay } from "./ground";
import { anchor } from "./layout";
import type { Lens } from "./lens.svelte";
import { spaceAt } from "./outline";
import type { Outline } from "./outline";

/** Room around the markers of a space that is looked at, in units of the sheet. */
const ROOM = 40;

export class Atlas {
  readonly outlines: ReadonlyMap<string, Outline>;
  readonly places: ReadonlyMap<string, Place>;
  /** Where the markers of each space go. */
  readonly anchors: ReadonlyMap<string, Point>;
  /** In the order of the alphabet, numbers as numbers. */
  readonly names: readonly string[];

  constructor(
    readonly chart: Chart,
    readonly ground: Underlay,
  ) {
    this.outlines = new Map(ground.outlines.map((one) => [one.name, one]));
    this.places = new Map(chart.places.map((one) => [one.name, one]));
    this.anchors = new Map(chart.places.map((one) => [one.name, anchor(one)]));
    this.names = chart.places
      .filter((one) => !one.mute)
      .map((one) => one.name)
      .sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
  }

  /** What players call a space. */
  title(space: string): string {
    return this.places.get(space)?.title ?? space;
  }

  /** The space at a place of the window; `slack`: how many pixels beside a small island still count as the island. */
  under(at: Point, lens: Lens, slack: number): string {
    return spaceAt(this.ground.outlines, lens.place(at), this.chart.sheet, slack / lens.camera.k);
  }

  /** Where the markers of a space are in the window, in the copy of the sheet that is nearest to its middle. */
  seen(space: string, lens: Lens): Point | null {
    const at = this.anchors.get(space);
    return at ? lens.screen({ x: nearest(at.x, lens.camera.x, this.chart.sheet), y: at.y }) : null;
  }

  /** A box around spaces; of a sea only where its ships are: a whole ocean need not be seen. */
  around(spaces: readonly string[]): Box | null {
    const boxes = spaces.flatMap((space): Box[] => {
      const place = this.places.get(space);
      if (!place) return [];
      const [x, y, w, h] = place.stack;
      const stack: Box = [x - ROOM, y - ROOM, w + 2 * ROOM, h + 2 * ROOM];
      const area = this.outlines.get(space);
      return place.sea || !area
        ? [stack]
        : [stack, [area.left, area.top, area.right - area.left, area.bottom - area.top]];
    });
    return boxes.length ? around(boxes, this.chart.sheet) : null;
  }
}
