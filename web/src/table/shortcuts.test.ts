// @vitest-environment happy-dom
import { describe, expect, it, test } from "vitest";

import { LISTED } from "./keys";
import { KEYS, shortcut } from "./shortcuts";

function press(key: string, inside = "<main></main>", more: KeyboardEventInit = {}): KeyboardEvent {
  document.body.innerHTML = inside;
  const target = document.body.querySelector("[data-here]") ?? document.body;
  const event = new KeyboardEvent("keydown", { key, bubbles: true, ...more });
  target.dispatchEvent(event);
  return event;
}

describe("a key", () => {
  it("is a command anywhere on the table", () => {
    expect(shortcut(press("u"))).toBe("undo");
    expect(shortcut(press("d", "<button data-here>x</button>"))).toBe("end");
    expect(shortcut(press("?"))).toBe("help");
  });

  it("is a letter while somebody types", () => {
    expect(shortcut(press("u", "<input data-here>"))).toBeNull();
    expect(shortcut(press("d", "<dialog open><p data-here></p></dialog>"))).toBeNull();
  });

  it("is the browser's together with Ctrl", () => {
    expect(shortcut(press("d", "", { ctrlKey: true }))).toBeNull();
  });

  it("Enter only presses the button that has the focus", () => {
    expect(shortcut(press("Enter", "<button data-here>x</button>"))).toBeNull();
    expect(shortcut(press("Enter"))).toBeNull();
  });

  it("/ looks for a space from anywhere, and is a letter while somebody types", () => {
    expect(shortcut(press("/"))).toBe("find");
    expect(shortcut(press("/", "<button data-here>x</button>"))).toBe("find");
    expect(shortcut(press("/", "<textarea data-here></textarea>"))).toBeNull();
  });
});

test("the list of keys has every key", () => {
  const shown = LISTED.map(([keys]) => keys).join(" ");
  const signs: Record<string, string> = { ArrowLeft: "←", ArrowRight: "→" };
  for (const key of Object.keys(KEYS)) expect(shown.split(" "), key).toContain(signs[key] ?? key);
});
