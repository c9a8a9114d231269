/** The view of a map while somebody looks at it: where the camera is, and how it gets elsewhere. */
import { between, copies, farthest, fitted, held, NEAREST, panned, toScreen, toSheet, whole, zoomed } from "./camera";
import type { Box, Camera, Point, Sheet, Size } from "./camera";
import { step } from "./layout";

const GLIDE = 420;
/** How long after the last movement the picture is drawn sharp again. */
const SETTLE = 140;
const FRICTION = 0.94;
/** How much larger or smaller than they should be markers may look on the way. */
const LAG = 1.6;

export function calm(): boolean {
  return globalThis.matchMedia?.("(prefers-reduced-motion: reduce)").matches ?? false;
}

export class Lens {
  readonly sheet: Sheet;
  size = $state.raw<Size>({ width: 0, height: 0 });
  camera = $state.raw<Camera>({ x: 0, y: 0, k: 1 });
  /** The view is on its way: pictures are moved, not redrawn. */
  busy = $state(false);

  /** The zoom that markers and names are drawn for, in steps; while the view zooms it lags behind, up to `LAG`. */
  step = $state(1);
  readonly transform: string = $derived.by(() => {
    const { x, y } = toScreen({ x: 0, y: 0 }, this.camera, this.size);
    return `translate(${x}px, ${y}px) scale(${this.camera.k})`;
  });
  readonly #shifts: string = $derived.by(() => copies(this.camera, this.sheet, this.size).join());
  /** The copies of the sheet that can be seen. */
  readonly shifts: readonly number[] = $derived(this.#shifts.split(",").map(Number));
  readonly widest: boolean = $derived.by(() => this.camera.k <= farthest(this.sheet, this.size) * 1.001);
  readonly nearest: boolean = $derived(this.camera.k >= NEAREST * 0.999);

  #frame = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(sheet: Sheet) {
    this.sheet = sheet;
  }

  /** The window has this size now; what was in its middle stays there. */
  resize(size: Size): void {
    const first = this.size.width === 0;
    this.size = size;
    if (size.width && size.height) this.camera = first ? whole(this.sheet, size) : held(this.camera, this.sheet, size);
    this.#draw();
  }

  screen(at: Point): Point {
    return toScreen(at, this.camera, this.size);
  }

  place(at: Point): Point {
    return toSheet(at, this.camera, this.size);
  }

  pan(dx: number, dy: number): void {
    this.stop();
    this.#set(panned(this.camera, dx, dy));
  }

  zoom(factor: number, at: Point = this.middle): void {
    this.stop();
    this.#set(zoomed(this.camera, factor, at, this.sheet, this.size));
  }

  get middle(): Point {
    return { x: this.size.width / 2, y: this.size.height / 2 };
  }

  /** Nearer or farther, seen as a movement. */
  nearer(factor: number, at: Point = this.middle): void {
    this.glide(held(zoomed(this.camera, factor, at, this.sheet, this.size), this.sheet, this.size));
  }

  all(): void {
    this.glide(whole(this.sheet, this.size));
  }

  /** At once. */
  look(camera: Camera): void {
    this.stop();
    this.#set(camera);
    this.#draw();
  }

  fit(box: Box, most?: number): void {
    this.glide(fitted(box, this.sheet, this.size, most));
  }

  /** Let go of while moving: it runs on for a while. */
  coast(vx: number, vy: number): void {
    if (calm() || Math.hypot(vx, vy) < 0.15) return;
    let [x, y, last] = [vx, vy, performance.now()];
    const go = (now: number) => {
      const passed = Math.min(40, now - last);
      last = now;
      const friction = FRICTION ** (passed / 16);
      [x, y] = [x * friction, y * friction];
      this.#set(panned(this.camera, x * passed, y * passed));
      this.#frame = Math.hypot(x, y) > 0.02 ? requestAnimationFrame(go) : 0;
    };
    this.#frame = requestAnimationFrame(go);
  }

  glide(to: Camera): void {
    this.stop();
    if (calm()) {
      this.#set(to);
      return;
    }
    const [from, start] = [this.camera, performance.now()];
    const go = (now: number) => {
      const t = Math.min(1, Math.max(0, (now - start) / GLIDE));
      this.#set(between(from, to, t * t * (3 - 2 * t), this.sheet));
      this.#frame = t < 1 ? requestAnimationFrame(go) : 0;
    };
    this.#frame = requestAnimationFrame(go);
  }

  stop(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
  }

  end(): void {
    this.stop();
    clearTimeout(this.#timer);
  }

  #set(camera: Camera): void {
    this.camera = held(camera, this.sheet, this.size);
    this.busy = true;
    const off = this.camera.k / this.step;
    if (off > LAG || off < 1 / LAG) this.#draw();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.busy = false;
      this.#draw();
    }, SETTLE);
  }

  /** Draw markers and names for the zoom that there is. */
  #draw(): void {
    this.step = step(this.camera.k);
  }
}
