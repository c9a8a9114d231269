/** A map from the server in a root of its own, so that its style sheet colours nothing else. */

/** How many times as wide as its frame a map can be shown. */
export const ZOOMS = [1, 2, 4, 8];

/** Put a drawing into a root, with more rules of our own. */
export function show(root: ShadowRoot, text: string, rules = ""): SVGSVGElement {
  let own = "";
  // The browser applies no style that stands in the drawing itself: it is adopted as an object.
  const plain = text.replace(/<style>([^<]*)<\/style>/g, (_, found: string) => ((own += found), ""));
  const drawn = document.importNode(new DOMParser().parseFromString(plain, "image/svg+xml").documentElement, true);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`${own} svg{display:block;width:100%;min-width:60rem;height:auto} .space{cursor:pointer} .space:hover .area{opacity:.75} .chosen .area{stroke:#c8102e;stroke-width:5;paint-order:normal} ${rules}`);
  root.adoptedStyleSheets = [sheet];
  root.replaceChildren(drawn);
  return drawn as unknown as SVGSVGElement;
}

/** Mark the space that is chosen, and no other. */
export function mark(root: ShadowRoot, space: string): void {
  for (const one of root.querySelectorAll(".chosen")) one.classList.remove("chosen");
  if (space) root.querySelector(`[data-space="${CSS.escape(space)}"]`)?.classList.add("chosen");
}

/** The space that was hit. */
export function spaceAt(event: Event): string {
  const hit = (event.composedPath()[0] as Element).closest("[data-space]");
  return hit instanceof SVGElement ? (hit.dataset.space ?? "") : "";
}
