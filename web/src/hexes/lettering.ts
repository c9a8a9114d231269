/** The letters of the page for pictures of the ground: a picture sees no fonts but those that it carries itself. */
import file from "@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2?url";

/** The letters as a rule of a style sheet; nothing where they cannot be had: then others will do. */
export async function lettering(): Promise<string> {
  try {
    const answer = await fetch(file);
    if (!answer.ok) return "";
    const bytes = new Uint8Array(await answer.arrayBuffer());
    const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
    return `@font-face{font-family:'Source Sans 3';font-weight:200 900;font-display:swap;src:url(data:font/woff2;base64,${btoa(text)}) format('woff2')}`;
  } catch {
    return "";
  }
}

/** How often, and after how many milliseconds each, it is looked whether the letters of a picture have come. */
const LOOKS = 20;
const PAUSE = 100;

/**
 * A picture can be drawn some moments before its letters are read: until then others stand in for them.
 * Whether they have come is seen at one word of it, in this rectangle.
 */
export async function lettered(picture: HTMLImageElement, [x, y, width, height]: readonly [number, number, number, number]): Promise<boolean> {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [64, 32];
  const pen = canvas.getContext("2d", { willReadFrequently: true });
  const seen = (): string => {
    pen?.clearRect(0, 0, 64, 32);
    pen?.drawImage(picture, x, y, width, height, 0, 0, 64, 32);
    return canvas.toDataURL();
  };
  const first = seen();
  for (let look = 0; look < LOOKS; look++) {
    await new Promise((done) => setTimeout(done, PAUSE));
    if (seen() !== first) return true;
  }
  return false;
}
