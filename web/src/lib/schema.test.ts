import { describe, expect, it } from "vitest";

import { blank, filled, kindsOf, shapeOf, sparse, wordsOf } from "./schema";
import type { Schema } from "./schema";

// As msgspec writes it for a tagged union of structs.
const ROOT: Schema = {
  anyOf: [{ $ref: "#/$defs/Move" }, { $ref: "#/$defs/Bid" }],
  discriminator: { propertyName: "do" },
  $defs: {
    Move: {
      title: "Move",
      description: "Move units along a path.\n\n    A path of one space is an attack.",
      type: "object",
      properties: {
        do: { enum: ["move"] },
        units: { type: "array", items: { $ref: "#/$defs/Pick" } },
        attack: { type: "boolean", default: false },
      },
      required: ["do", "units"],
    },
    Pick: {
      title: "Pick",
      type: "object",
      properties: {
        unit: { type: "string" },
        count: { type: "integer", default: 1 },
        cargo: { anyOf: [{ type: "array", items: { type: "string" } }, { type: "null" }], default: null },
      },
      required: ["unit"],
    },
    Bid: {
      title: "Bid",
      type: "object",
      properties: {
        do: { enum: ["bid"] },
        amount: { type: "integer", minimum: 1 },
        place: { type: "array", prefixItems: [{ type: "string" }, { type: "integer" }], items: false },
        stock: { type: "object", additionalProperties: { type: "integer" } },
        mood: { enum: ["calm", "bold"] },
      },
      required: ["do", "amount", "place", "stock", "mood"],
    },
  },
};
const [move, bid] = kindsOf(ROOT, ROOT).kinds.map((kind) => kind.schema) as [Schema, Schema];

describe("a form from a schema", () => {
  it("lists the kinds of a tagged union with a sentence each", () => {
    const { tag, kinds } = kindsOf(ROOT, ROOT);
    expect(tag).toBe("do");
    expect(kinds.map(({ id, about }) => [id, about])).toEqual([
      ["move", "Move units along a path."],
      ["bid", ""],
    ]);
  });

  it("begins with what the schema says", () => {
    expect(blank(move, ROOT)).toEqual({ do: "move", units: [], attack: false });
    expect(blank(bid, ROOT)).toEqual({ do: "bid", amount: 1, place: ["", 0], stock: {}, mood: "calm" });
    expect(blank({ $ref: "#/$defs/Pick" }, ROOT)).toEqual({ unit: "", count: 1, cargo: null });
  });

  it("does not share a default between two forms", () => {
    const schema: Schema = { type: "array", items: { type: "string" }, default: [] };
    expect(blank(schema, ROOT)).not.toBe(blank(schema, ROOT));
  });

  it("knows what a nullable field is when it is given", () => {
    const cargo = ROOT.$defs?.Pick?.properties?.cargo as Schema;
    expect(shapeOf(cargo, ROOT)).toEqual({ is: "maybe", inner: { type: "array", items: { type: "string" } } });
  });

  it("leaves what it does not know to JSON", () => {
    expect(shapeOf({}, ROOT)).toEqual({ is: "json" });
    expect(shapeOf({ anyOf: [{ type: "string" }, { type: "integer" }] }, ROOT)).toEqual({ is: "json" });
  });

  it("is not caught by a reference to itself", () => {
    const loop: Schema = { $ref: "#/$defs/A", $defs: { A: { $ref: "#/$defs/A" } } };
    expect(shapeOf(loop, loop)).toEqual({ is: "json" });
  });

  it("makes words of names", () => {
    expect(wordsOf("keep_last_land")).toBe("keep last land");
  });

  it("shows what a file leaves out, and leaves it out again", () => {
    const written = { do: "move", units: [{ unit: "tank" }, { unit: "transport", count: 2, cargo: ["tank"] }] };
    const shown = filled(written, ROOT, ROOT);
    expect(shown).toEqual({
      do: "move",
      units: [
        { unit: "tank", count: 1, cargo: null },
        { unit: "transport", count: 2, cargo: ["tank"] },
      ],
      attack: false,
    });
    expect(sparse(shown, ROOT, ROOT)).toEqual(written);
    expect(filled(undefined, bid, ROOT)).toEqual(blank(bid, ROOT));
    expect(sparse(filled({ do: "bid", amount: 3, place: ["here", 1], stock: { a: 2 }, mood: "bold" }, bid, ROOT), bid, ROOT)).toEqual({
      do: "bid",
      amount: 3,
      place: ["here", 1],
      stock: { a: 2 },
      mood: "bold",
    });
  });
});
