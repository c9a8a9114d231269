/**
 * JSON Schema as a form: which kinds of action there are, which fields each has, and what an empty one looks like.
 * Only what schemas of msgspec structs use; anything else can still be written as JSON.
 */

export interface Schema {
  $ref?: string;
  $defs?: Record<string, Schema>;
  anyOf?: Schema[];
  discriminator?: { propertyName: string; mapping?: Record<string, string> };
  title?: string;
  description?: string;
  type?: string;
  enum?: (string | number | boolean | null)[];
  const?: string | number | boolean | null;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema | false;
  prefixItems?: Schema[];
  default?: unknown;
  minimum?: number;
  maximum?: number;
}

/** What a field is made of. */
export type Shape =
  | { is: "fixed"; value: unknown }
  | { is: "choice"; values: (string | number | boolean | null)[] }
  | { is: "text" }
  | { is: "number"; whole: boolean; least: number | undefined; most: number | undefined }
  | { is: "switch" }
  | { is: "list"; item: Schema }
  | { is: "tuple"; items: Schema[] }
  | { is: "table"; value: Schema }
  | { is: "group"; fields: Field[] }
  | { is: "maybe"; inner: Schema }
  | { is: "kinds"; tag: string; kinds: Kind[] }
  | { is: "json" };

export interface Field {
  name: string;
  schema: Schema;
  required: boolean;
  /** What it means, if the schema says so. */
  about: string;
}

export interface Kind {
  /** What the tag says: `move`. */
  id: string;
  title: string;
  /** The first sentence about it. */
  about: string;
  schema: Schema;
}

export function resolve(schema: Schema, root: Schema): Schema {
  let found = schema;
  for (let steps = 0; found.$ref !== undefined && steps < 32; steps++) {
    const name = found.$ref.split("/").at(-1) ?? "";
    found = root.$defs?.[name] ?? {};
  }
  return found;
}

function firstSentence(text = ""): string {
  const line = text.split(/\n\s*\n/)[0]?.replace(/\s+/g, " ").replaceAll("``", "") ?? "";
  return /^.*?[.!?](?=\s|$)/.exec(line)?.[0] ?? line;
}

function fixed(schema: Schema): { value: unknown } | null {
  if (schema.const !== undefined) return { value: schema.const };
  return schema.enum?.length === 1 ? { value: schema.enum[0] } : null;
}

/** The variants of a tagged union; one if it is a plain object. */
export function kindsOf(schema: Schema, root: Schema): { tag: string; kinds: Kind[] } {
  const whole = resolve(schema, root);
  const variants = (whole.anyOf ?? [whole]).map((one) => resolve(one, root));
  const tag = whole.discriminator?.propertyName ?? tagOf(variants[0]);
  const kinds = variants.map((one, at) => ({
    id: String(fixed(one.properties?.[tag] ?? {})?.value ?? one.title ?? at),
    title: one.title ?? String(at + 1),
    about: firstSentence(one.description),
    schema: one,
  }));
  return { tag, kinds };
}

function tagOf(schema: Schema | undefined): string {
  const tagged = Object.entries(schema?.properties ?? {}).find(([, one]) => fixed(one));
  return tagged?.[0] ?? "";
}

export function shapeOf(schema: Schema, root: Schema): Shape {
  const one = resolve(schema, root);
  const value = fixed(one);
  if (value) return { is: "fixed", value: value.value };
  if (one.enum) return { is: "choice", values: one.enum };
  if (one.anyOf) {
    const real = one.anyOf.filter((part) => part.type !== "null");
    if (real.length === 1 && real[0] && real.length < one.anyOf.length) return { is: "maybe", inner: real[0] };
    if (one.discriminator) return { is: "kinds", ...kindsOf(one, root) };
    return { is: "json" };
  }
  switch (one.type) {
    case "string":
      return { is: "text" };
    case "integer":
    case "number":
      return { is: "number", whole: one.type === "integer", least: one.minimum, most: one.maximum };
    case "boolean":
      return { is: "switch" };
    case "array":
      if (one.prefixItems) return { is: "tuple", items: one.prefixItems };
      return one.items ? { is: "list", item: one.items } : { is: "json" };
    case "object":
      if (one.properties) return { is: "group", fields: fieldsOf(one) };
      if (typeof one.additionalProperties === "object") return { is: "table", value: one.additionalProperties };
      return { is: "json" };
    default:
      return { is: "json" };
  }
}

function fieldsOf(schema: Schema): Field[] {
  const required = new Set(schema.required);
  const fields = Object.entries(schema.properties ?? {}).map(([name, one]) => ({
    name,
    schema: one,
    required: required.has(name),
    about: one.description ?? "",
  }));
  return [...fields.filter((one) => one.required), ...fields.filter((one) => !one.required)];
}

/** What a form shows at first. */
export function blank(schema: Schema, root: Schema): unknown {
  const one = resolve(schema, root);
  if (one.default !== undefined) return structuredClone(one.default);
  const shape = shapeOf(one, root);
  switch (shape.is) {
    case "fixed":
      return shape.value;
    case "choice":
      return shape.values[0];
    case "text":
      return "";
    case "number":
      return shape.least ?? 0;
    case "switch":
      return false;
    case "list":
      return [];
    case "tuple":
      return shape.items.map((item) => blank(item, root));
    case "table":
      return {};
    case "group":
      return Object.fromEntries(shape.fields.map((field) => [field.name, blank(field.schema, root)]));
    case "kinds":
      return shape.kinds[0] ? blank(shape.kinds[0].schema, root) : {};
    case "maybe":
    case "json":
      return null;
  }
}

/** A value of a file as a form needs it: what was left out is there, as the schema has it. */
export function filled(value: unknown, schema: Schema, root: Schema): unknown {
  if (value === undefined) return blank(schema, root);
  const shape = shapeOf(schema, root);
  switch (shape.is) {
    case "list":
      return Array.isArray(value) ? value.map((one) => filled(one, shape.item, root)) : value;
    case "tuple":
      return Array.isArray(value) ? shape.items.map((item, at) => filled(value[at], item, root)) : value;
    case "maybe":
      return value === null ? null : filled(value, shape.inner, root);
    case "table":
      return isRecord(value) ? mapped(value, (one) => filled(one, shape.value, root)) : value;
    case "kinds": {
      const kind = isRecord(value) ? shape.kinds.find((one) => one.id === value[shape.tag]) : undefined;
      return kind ? filled(value, kind.schema, root) : value;
    }
    case "group":
      if (!isRecord(value)) return value;
      return { ...value, ...Object.fromEntries(shape.fields.map((field) => [field.name, filled(value[field.name], field.schema, root)])) };
    default:
      return value;
  }
}

/** The opposite: without whatever the schema says by itself, as people write files. */
export function sparse(value: unknown, schema: Schema, root: Schema): unknown {
  const shape = shapeOf(schema, root);
  switch (shape.is) {
    case "list":
      return Array.isArray(value) ? value.map((one) => sparse(one, shape.item, root)) : value;
    case "tuple":
      return Array.isArray(value) ? shape.items.map((item, at) => sparse(value[at], item, root)) : value;
    case "maybe":
      return value === null ? null : sparse(value, shape.inner, root);
    case "table":
      return isRecord(value) ? mapped(value, (one) => sparse(one, shape.value, root)) : value;
    case "kinds": {
      const kind = isRecord(value) ? shape.kinds.find((one) => one.id === value[shape.tag]) : undefined;
      return kind ? sparse(value, kind.schema, root) : value;
    }
    case "group": {
      if (!isRecord(value)) return value;
      const kept = shape.fields
        .filter((field) => field.name in value)
        .filter((field) => field.required || !equal(value[field.name], blank(field.schema, root)))
        .map((field) => [field.name, sparse(value[field.name], field.schema, root)] as const);
      return Object.fromEntries(kept);
    }
    default:
      return value;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value);

const mapped = (value: Record<string, unknown>, change: (one: unknown) => unknown) =>
  Object.fromEntries(Object.entries(value).map(([key, one]) => [key, change(one)]));

const equal = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** "keep_last_land" as words: "keep last land". */
export function wordsOf(name: string): string {
  return name.replace(/[_-]+/g, " ").replace(/([a-z])([A-Z])/g, "$1 $2");
}
