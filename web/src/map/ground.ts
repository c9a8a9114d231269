/** The ground: the cartographer's drawing, put into the page as it is; only who holds what changes in it. */
import type { Sheet } from "./camera";
import { outline } from "./outline";
import type { Outline } from "./outline";
import { TILE, TILES } from "./patterns";

/** A name as it stands in class names of the ground. */
export function slug(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}

/** What lies under everything on a map, whoever has drawn it. */
export interface Underlay {
  /** The spaces, in the order in which they are hit. */
  readonly outlines: readonly Outline[];
  /** Who is to be thanked for it. */
  readonly credit: string;
  /** Put it into an element; the result takes it out again. */
  lay(into: HTMLElement): () => void;
  /** Show the copies of the sheet that can be seen: one, or two at an edge. */
  show(shifts: readonly number[]): void;
  /** Patterns are drawn for this zoom. */
  tile(k: number): void;
  /** A space is held by a power, or (empty) by none. */
  hold(space: string, power: string, neutral?: string): void;
  /** The view moves, or it rests at this zoom. */
  rest?(busy: boolean, k: number): void;
}

const SVG = "http://www.w3.org/2000/svg";
/** How large a tile of a pattern is on the screen, whatever the zoom. */
const TILE_SEEN = 15;
/** How much of a power's colour is in its land in high contrast, where names must be read on it. */
const SHARE = 42;

const STYLE = /<style>([^<]*)<\/style>/;

export class Ground implements Underlay {
  readonly outlines: readonly Outline[];
  readonly credit: string;
  readonly #sheets: SVGSVGElement[];
  readonly #style: CSSStyleSheet;
  readonly #holders = new Map<string, string>();

  constructor(
    text: string,
    private readonly sheet: Sheet,
    powers: Readonly<Record<string, { colour: string }>>,
  ) {
    // A style element would need a lax content security policy, even one that is only parsed; an adopted sheet does not.
    this.#style = new CSSStyleSheet();
    this.#style.replaceSync((STYLE.exec(text)?.[1] ?? "") + markRules(powers));
    const drawn = new DOMParser().parseFromString(text.replace(STYLE, ""), "image/svg+xml").documentElement;
    if (!(drawn instanceof SVGSVGElement)) throw new Error("the ground is no SVG");
    for (const title of drawn.querySelectorAll("title")) title.remove(); // the space card tells more
    drawn.setAttribute("aria-hidden", "true");
    drawn.removeAttribute("role");
    drawn.append(marks(Object.keys(powers)));
    this.credit = drawn.dataset.credit ?? "";
    this.#sheets = [document.importNode(drawn, true)];
    this.outlines = this.#areas(drawn);
  }

  /** Put the ground into an element; the result takes it out again. */
  lay(into: HTMLElement): () => void {
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, this.#style];
    into.append(...this.#sheets);
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== this.#style);
      for (const sheet of this.#sheets) sheet.remove();
    };
  }

  /** Show the copies of the sheet that can be seen: one, or two at an edge. */
  show(shifts: readonly number[]): void {
    const first = this.#sheets[0];
    if (!first) return;
    if (shifts.length > 1 && this.#sheets.length === 1) {
      const copy = first.cloneNode(true) as SVGSVGElement;
      first.after(copy);
      this.#sheets.push(copy);
    }
    this.#sheets.forEach((sheet, i) => {
      const shift = shifts[i];
      sheet.style.display = shift === undefined ? "none" : "";
      sheet.style.left = `${(shift ?? 0) * this.sheet.width}px`;
    });
  }

  /** Patterns are drawn for this zoom. */
  tile(k: number): void {
    for (const sheet of this.#sheets) tileFor(sheet, k);
  }

  /** A space is held by a power, or (empty) by none. */
  hold(space: string, power: string, neutral = "neutral"): void {
    const now = power ? `of-${slug(power)}` : neutral;
    const before = this.#holders.get(space) ?? "";
    if (before === now) return;
    this.#holders.set(space, now);
    for (const sheet of this.#sheets) {
      const group = sheet.querySelector(`[data-space="${CSS.escape(space)}"]`);
      group?.setAttribute("class", now ? `space ${now}` : "space");
    }
  }

  #areas(drawn: SVGSVGElement): Outline[] {
    const found: Outline[] = [];
    for (const medium of ["land", "sea"]) {
      for (const group of drawn.querySelectorAll<SVGGElement>(`.spaces.${medium} [data-space]`)) {
        const d = group.querySelector(".area")?.getAttribute("d") ?? "";
        found.push(outline(group.dataset.space ?? "", medium === "sea", d));
      }
    }
    return found;
  }
}

// -- whose the land is, told without colour

export function tileId(power: string): string {
  return `owner-${slug(power)}`;
}

/** Lighter land in high contrast; and where patterns are wanted, patterned land. */
function markRules(powers: Readonly<Record<string, { colour: string }>>): string {
  return Object.entries(powers)
    .map(([power, { colour }]) => {
      const name = slug(power);
      const land = (ground: string): string => `color-mix(in srgb, ${colour} ${SHARE}%, ${ground})`;
      return (
        `:root[data-contrast="more"]{--land-${name}:light-dark(${land("white")},${land("black")})}` +
        `.patterned .sandtable-map .of-${name} .area{fill:url(#${tileId(power)})}`
      );
    })
    .join("");
}

/** Draw the patterns of a sheet for a zoom. */
export function tileFor(sheet: SVGSVGElement, k: number): void {
  const scale = `scale(${(TILE_SEEN / TILE / k).toFixed(2)})`;
  for (const tile of sheet.querySelectorAll("pattern.owner")) tile.setAttribute("patternTransform", scale);
}

/** Patterns that tell powers apart. */
export function marks(powers: readonly string[]): SVGDefsElement {
  const defs = document.createElementNS(SVG, "defs");
  powers.forEach((power, i) => {
    const tile = document.createElementNS(SVG, "pattern");
    tile.id = tileId(power);
    tile.setAttribute("class", "owner");
    tile.setAttribute("patternUnits", "userSpaceOnUse");
    tile.setAttribute("width", String(TILE));
    tile.setAttribute("height", String(TILE));
    const land = document.createElementNS(SVG, "rect");
    land.setAttribute("width", String(TILE));
    land.setAttribute("height", String(TILE));
    land.style.fill = `var(--land-${slug(power)})`;
    const lines = document.createElementNS(SVG, "path");
    lines.setAttribute("class", "owner-lines");
    lines.setAttribute("d", TILES[i % TILES.length] ?? "");
    lines.style.stroke = `color-mix(in srgb, var(--land-${slug(power)}) 55%, var(--map-text))`;
    tile.append(land, lines);
    defs.append(tile);
  });
  return defs;
}
