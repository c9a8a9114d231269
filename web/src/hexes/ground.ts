/** The ground of a hex game: one drawing of the whole board, whose hexes are found by arithmetic; above it who holds what. */
import type { Chart } from "../map/chart";
import { marks, slug, tileFor, tileId } from "../map/ground";
import type { Underlay } from "../map/ground";
import { outline } from "../map/outline";
import type { Outline } from "../map/outline";
import { hexPath } from "./facts";

const SVG = "http://www.w3.org/2000/svg";
const STYLE = /<style>([^<]*)<\/style>/;
/** How much of a side's colour is in its land. */
const SHARE = 46;

const COLOURS = `:root{--map-text:light-dark(#2b2924,#f1ece0);--map-halo:light-dark(#fbf8f0,#13171a);
--map-paper:light-dark(#fbf8f0,#22282c);--map-frame:light-dark(#4c4a43,#0b0f12);--map-border:light-dark(#5a3f33,#0b0f12);
--map-water:light-dark(#d5e1e3,#172530);--map-neutral:light-dark(#e9dfc9,#343a3c);--map-water-text:light-dark(#37545f,#a9c6d2)}`;

export class HexGround implements Underlay {
  readonly outlines: readonly Outline[];
  readonly credit: string = "";
  readonly #drawing: SVGSVGElement;
  readonly #held: SVGGElement;
  readonly #style: CSSStyleSheet;
  readonly #hexes: ReadonlyMap<string, string>;
  readonly #holders = new Map<string, string>();
  #waiting = false;

  constructor(
    text: string,
    chart: Chart,
    size: number,
  ) {
    this.#style = new CSSStyleSheet();
    this.#style.replaceSync(scoped(STYLE.exec(text)?.[1] ?? "") + COLOURS + liveries(chart));
    // Styles of single elements need the same detour as the sheet of styles: the policy of the page forbids both.
    const plain = text.replace(STYLE, "").replaceAll(' style="', ' data-style="');
    const drawn = new DOMParser().parseFromString(plain, "image/svg+xml").documentElement;
    if (!(drawn instanceof SVGSVGElement)) throw new Error("the ground is no SVG");
    for (const title of drawn.querySelectorAll("title")) title.remove(); // the card of a hex tells more
    drawn.setAttribute("aria-hidden", "true");
    drawn.removeAttribute("role");
    drawn.setAttribute("width", String(chart.sheet.width));
    drawn.setAttribute("height", String(chart.sheet.height));
    this.#drawing = document.importNode(drawn, true);
    for (const one of this.#drawing.querySelectorAll<SVGElement>("[data-style]")) one.style.cssText = one.dataset.style ?? "";
    this.#drawing.append(marks(Object.keys(chart.liveries)));
    this.#held = document.createElementNS(SVG, "g");
    // The drawing has its own origin; light and markers have that of the sheet.
    const [left, top] = (drawn.getAttribute("viewBox") ?? "0 0").split(" ");
    this.#held.setAttribute("transform", `translate(${left} ${top})`);
    const land = document.createElementNS(SVG, "g");
    land.setAttribute("clip-path", "url(#land)");
    land.append(shore(this.#drawing), this.#held);
    this.#drawing.querySelector(".countries")?.after(land);
    this.outlines = chart.places.map((one) => outline(one.name, one.sea, hexPath(one, size)));
    this.#hexes = new Map(chart.places.map((one) => [one.name, hexPath(one, size)]));
  }

  lay(into: HTMLElement): () => void {
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, this.#style];
    into.append(this.#drawing);
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== this.#style);
      this.#drawing.remove();
    };
  }

  /** A board that does not go round is seen once. */
  show(): void {
    this.#drawing.style.left = "0";
  }

  tile(k: number): void {
    tileFor(this.#drawing, k);
  }

  hold(space: string, power: string): void {
    if ((this.#holders.get(space) ?? "") === power) return;
    this.#holders.set(space, power);
    if (this.#waiting) return;
    this.#waiting = true;
    queueMicrotask(() => this.#paint());
  }

  /** One path for each side, however many hexes it has. */
  #paint(): void {
    this.#waiting = false;
    const shapes = new Map<string, string[]>();
    for (const [space, power] of this.#holders) {
      const hex = this.#hexes.get(space);
      if (power && hex) shapes.set(power, [...(shapes.get(power) ?? []), hex]);
    }
    this.#held.replaceChildren(
      ...[...shapes].map(([power, found]) => {
        const path = document.createElementNS(SVG, "path");
        path.setAttribute("class", `held held-${slug(power)}`);
        path.setAttribute("d", found.join(""));
        return path;
      }),
    );
  }
}

/** The land alone: who holds a coast does not hold the water before it. */
function shore(drawing: SVGSVGElement): SVGClipPathElement {
  const clip = document.createElementNS(SVG, "clipPath");
  clip.id = "land";
  const path = document.createElementNS(SVG, "path");
  const countries = [...drawing.querySelectorAll(".countries [data-area]")];
  path.setAttribute("d", countries.map((one) => one.getAttribute("d")).join(""));
  path.setAttribute("clip-rule", "evenodd");
  clip.append(path);
  return clip;
}

/** The rules of the drawing for the drawing alone. */
export function scoped(css: string): string {
  return css.replace(/([^{}]+)\{/g, (_, selectors: string) => {
    const own = selectors.split(",").map((one) => (one.includes(".sandtable-hexes") ? one : `.sandtable-hexes ${one.trim()}`));
    return `${own.join(",")}{`;
  });
}

function liveries({ liveries: sides }: Chart): string {
  return Object.entries(sides)
    .map(([side, { colour }]) => {
      const name = slug(side);
      const land = (ground: string): string => `color-mix(in srgb, ${colour} ${SHARE}%, ${ground})`;
      return (
        `:root{--land-${name}:light-dark(${land("#f4eee0")},${land("#1d2226")})}` +
        `.held-${name}{fill:${colour};fill-opacity:.4}` +
        `.patterned .held-${name}{fill:url(#${tileId(side)});fill-opacity:.8}`
      );
    })
    .join("");
}
