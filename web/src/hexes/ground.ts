/** The ground of a hex game: one drawing of the whole board, whose hexes are found by arithmetic; above it who holds what. */
import type { Chart } from "../map/chart";
import { marks, slug, tileFor, tileId } from "../map/ground";
import type { Underlay } from "../map/ground";
import { outline } from "../map/outline";
import type { Outline } from "../map/outline";
import { hexPath } from "./facts";
import { frontOf } from "./grid";
import { lettered, lettering } from "./lettering";

const SVG = "http://www.w3.org/2000/svg";
const STYLE = /<style>([^<]*)<\/style>/;
/** Pixels of the pictures for a unit of the sheet, and how wide they are at most. */
const SHARP = 0.5;
const WIDEST = 4096;
/** Magnified more than this many times, a picture is too blurred. */
const BLURRED = 1.3;
/** Milliseconds of rest until the drawing itself shows. */
const REST = 320;
/** How much of a side's colour is in its land: with patterns, and without. Armies must stand out from it. */
const SHARE = 46;
const PLAIN = 62;

const COLOURS = `:root{--map-text:light-dark(#2b2924,#f1ece0);--map-halo:light-dark(#fbf8f0,#13171a);
--map-paper:light-dark(#fbf8f0,#22282c);--map-frame:light-dark(#4c4a43,#0b0f12);--map-border:light-dark(#5a3f33,#0b0f12);
--map-water:light-dark(#d5e1e3,#172530);--map-neutral:light-dark(#e9dfc9,#343a3c);--map-water-text:light-dark(#37545f,#a9c6d2)}`;

/** In high contrast: names that stand out from any land, and firm lines. */
const CONTRAST = `.place,.area{fill:light-dark(#000,#fff);fill-opacity:1;stroke:light-dark(#fff,#000);stroke-opacity:.92;stroke-width:9}
.sea{fill:light-dark(#002b3d,#d9f1fb);fill-opacity:1}.code{fill:light-dark(#000,#fff);fill-opacity:.8}
.border,.coast{stroke:light-dark(#000,#fff);stroke-opacity:1}.grid{stroke-opacity:.6}`;

/**
 * A drawing of thousands of hexes takes long to paint. So it is painted once as two pictures, with who holds what between
 * them, and these are what moves; from near, where pictures would be blurred, the drawing itself shows when all rests.
 */
export class HexGround implements Underlay {
  readonly outlines: readonly Outline[];
  readonly credit: string = "";
  readonly #drawing: SVGSVGElement;
  readonly #pictures: readonly [HTMLCanvasElement, SVGSVGElement, HTMLCanvasElement];
  readonly #held: readonly SVGGElement[];
  readonly #style: CSSStyleSheet;
  readonly #hexes: ReadonlyMap<string, string>;
  readonly #holders = new Map<string, string>();
  readonly #scale: number;
  readonly #size: number;
  #waiting = false;
  #painted = "";
  #rest: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly text: string,
    private readonly chart: Chart,
    size: number,
  ) {
    const { width, height } = chart.sheet;
    this.#scale = Math.min(SHARP, WIDEST / width);
    this.#style = new CSSStyleSheet();
    const contrast = scoped(CONTRAST, ':root[data-contrast="more"] .sandtable-hexes');
    this.#style.replaceSync(scoped(STYLE.exec(text)?.[1] ?? "") + contrast + COLOURS + liveries(chart));
    const drawn = parsed(text);
    for (const title of drawn.querySelectorAll("title")) title.remove(); // the card of a hex tells more
    drawn.setAttribute("aria-hidden", "true");
    drawn.removeAttribute("role");
    drawn.setAttribute("width", String(width));
    drawn.setAttribute("height", String(height));
    this.#drawing = document.importNode(drawn, true);
    for (const one of this.#drawing.querySelectorAll<SVGElement>("[data-style]")) one.style.cssText = one.dataset.style ?? "";
    const middle = document.createElementNS(SVG, "svg");
    for (const name of ["viewBox", "width", "height"]) middle.setAttribute(name, this.#drawing.getAttribute(name) ?? "");
    middle.setAttribute("aria-hidden", "true");
    // The drawing has its own origin; light and markers have that of the sheet.
    const [left, top] = (drawn.getAttribute("viewBox") ?? "0 0").split(" ");
    this.#held = [this.#drawing, middle].map((into) => {
      const held = document.createElementNS(SVG, "g");
      held.setAttribute("transform", `translate(${left} ${top})`);
      const land = document.createElementNS(SVG, "g");
      land.setAttribute("clip-path", "url(#land)");
      land.append(held);
      const countries = into.querySelector(".countries");
      if (countries) countries.after(land);
      else into.append(land);
      return held;
    });
    // What both refer to lies in the one of them that is never hidden.
    middle.append(shore(this.#drawing), marks(Object.keys(chart.liveries)));
    this.#pictures = [document.createElement("canvas"), middle, document.createElement("canvas")];
    this.#drawing.style.display = "none";
    this.#size = size;
    this.outlines = chart.places.map((one) => outline(one.name, one.sea, hexPath(one, size)));
    this.#hexes = new Map(chart.places.map((one) => [one.name, hexPath(one, size)]));
  }

  lay(into: HTMLElement): () => void {
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, this.#style];
    const { width, height } = this.chart.sheet;
    for (const one of this.#pictures) Object.assign(one.style, { position: "absolute", left: "0", top: "0" });
    for (const one of [this.#pictures[0], this.#pictures[2]]) Object.assign(one.style, { width: `${width}px`, height: `${height}px` });
    into.append(...this.#pictures, this.#drawing);
    return () => {
      clearTimeout(this.#rest);
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== this.#style);
      for (const one of [...this.#pictures, this.#drawing]) one.remove();
    };
  }

  /** Paint the pictures in the colours of day or night. */
  async paint(dark: boolean, contrast: boolean): Promise<void> {
    const looks = `${dark ? "dark" : "light"}${contrast ? " contrast" : ""}`;
    if (this.#painted === looks) return;
    this.#painted = looks;
    const [below, , above] = this.#pictures;
    try {
      const letters = await lettering();
      const style = `:root{color-scheme:${dark ? "dark" : "light"}}${STYLE.exec(this.text)?.[1] ?? ""}${contrast ? CONTRAST : ""}${letters}`;
      for (const [canvas, part] of [[below, "below"], [above, "above"]] as const) {
        const picture = await this.#picture(part, style);
        if (this.#painted !== looks) return;
        [canvas.width, canvas.height] = [picture.width, picture.height];
        draw(canvas, picture);
        if (part === "above" && letters && (await lettered(picture, this.#word())) && this.#painted === looks) draw(canvas, picture);
      }
    } catch (error) {
      console.warn("the ground cannot be made a picture", error);
      this.#drawing.style.display = "";
    }
  }

  /** Where the first name of the map stands in a picture. */
  #word(): [number, number, number, number] {
    const name = this.#drawing.querySelector(".place");
    const [left = 0, top = 0] = (this.#drawing.getAttribute("viewBox") ?? "").split(" ").map(Number);
    const [x, y, size] = ["x", "y", "font-size"].map((one) => Number(name?.getAttribute(one) ?? 0)) as [number, number, number];
    return [(x - left - 2 * size) * this.#scale, (y - top - size) * this.#scale, 4 * size * this.#scale, 1.3 * size * this.#scale];
  }

  /** What lies below the colours of the sides, or above them, as a picture. */
  async #picture(part: "below" | "above", style: string): Promise<HTMLImageElement> {
    const drawn = parsed(this.text);
    const countries = drawn.querySelector(".countries");
    if (part === "below") {
      while (countries?.nextElementSibling) countries.nextElementSibling.remove();
    } else for (const one of drawn.querySelectorAll(".sheet, .water, .shore, .countries")) one.remove();
    const image = new Image(Math.round(this.chart.sheet.width * this.#scale), Math.round(this.chart.sheet.height * this.#scale));
    drawn.setAttribute("width", String(image.width));
    drawn.setAttribute("height", String(image.height));
    const drawing = new XMLSerializer().serializeToString(drawn).replaceAll(' data-style="', ' style="');
    const whole = drawing.replace(">", `><style>${style}</style>`);
    const url = URL.createObjectURL(new Blob([whole], { type: "image/svg+xml" }));
    try {
      image.src = url;
      await image.decode();
      return image;
    } finally {
      URL.revokeObjectURL(url);
    }
  }

  /** A board that does not go round is seen once. */
  show(): void {
    this.#drawing.style.left = "0";
  }

  tile(k: number): void {
    tileFor(this.#pictures[1], k);
  }

  rest(busy: boolean, k: number): void {
    clearTimeout(this.#rest);
    const near = k * (globalThis.devicePixelRatio || 1) > this.#scale * BLURRED;
    if (busy || !near) this.#drawing.style.display = "none";
    else this.#rest = setTimeout(() => (this.#drawing.style.display = ""), REST);
  }

  hold(space: string, power: string): void {
    if ((this.#holders.get(space) ?? "") === power) return;
    this.#holders.set(space, power);
    if (this.#waiting) return;
    this.#waiting = true;
    queueMicrotask(() => this.#tint());
  }

  /** One path for each side, however many hexes it has. */
  #tint(): void {
    this.#waiting = false;
    const shapes = new Map<string, string[]>();
    for (const [space, power] of this.#holders) {
      const hex = this.#hexes.get(space);
      if (power && hex) shapes.set(power, [...(shapes.get(power) ?? []), hex]);
    }
    const paths = [...shapes].map(([power, found]) => [`held held-${slug(power)}`, found.join("")] as const);
    const front = frontOf(this.chart.places, this.#holders, this.#size);
    for (const held of this.#held) {
      held.replaceChildren(
        ...[...paths, ["front", front] as const].map(([name, d]) => {
          const path = document.createElementNS(SVG, "path");
          path.setAttribute("class", name);
          path.setAttribute("d", d);
          return path;
        }),
      );
    }
  }
}

function draw(canvas: HTMLCanvasElement, picture: HTMLImageElement): void {
  const pen = canvas.getContext("2d");
  pen?.clearRect(0, 0, canvas.width, canvas.height);
  pen?.drawImage(picture, 0, 0, picture.width, picture.height);
}

/** The drawing without its styles, which the policy of the page forbids even where they are only parsed. */
function parsed(text: string): SVGSVGElement {
  const plain = text.replace(STYLE, "").replaceAll(' style="', ' data-style="');
  const drawn = new DOMParser().parseFromString(plain, "image/svg+xml").documentElement;
  if (!(drawn instanceof SVGSVGElement)) throw new Error("the ground is no SVG");
  return drawn;
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
export function scoped(css: string, within = ".sandtable-hexes"): string {
  return css.replace(/([^{}]+)\{/g, (_, selectors: string) => {
    const own = selectors.split(",").map((one) => (one.includes(".sandtable-hexes") ? one : `${within} ${one.trim()}`));
    return `${own.join(",")}{`;
  });
}

function liveries({ liveries: sides }: Chart): string {
  const front = ".front{fill:none;stroke:light-dark(#16181a,#f1ece0);stroke-width:14;stroke-linecap:round}";
  const lands = Object.entries(sides)
    .map(([side, { colour }]) => {
      const name = slug(side);
      const land = (ground: string, share = SHARE): string => `color-mix(in srgb, ${colour} ${share}%, ${ground})`;
      return (
        `:root{--land-${name}:light-dark(${land("#f4eee0")},${land("#1d2226")})}` +
        `.held-${name}{fill:light-dark(${land("#f4eee0", PLAIN)},${land("#1d2226", PLAIN)});fill-opacity:.74}` +
        `.patterned .held-${name}{fill:url(#${tileId(side)});fill-opacity:.8}`
      );
    });
  return front + lands.join("");
}
