import { z } from "zod";
import { SearchPlanSchema } from "../../server/contracts/plan.ts";

/** The parts of a JSON Schema by which the Python package reads a plan. */
const KEPT = [
  "$ref",
  "additionalProperties",
  "anyOf",
  "const",
  "enum",
  "exclusiveMaximum",
  "exclusiveMinimum",
  "items",
  "maxItems",
  "maxLength",
  "maximum",
  "minItems",
  "minLength",
  "minimum",
  "pattern",
  "properties",
  "required",
  "type",
];

/** A schema, or a list or an object of schemas. */
type Part = Readonly<Record<string, unknown>>;

/** Returns the schema of a search plan as JSON; a default is a value that reading a plan fills in. */
export function planSchema(): string {
  const [input, output] = (["input", "output"] as const).map((io) =>
    z.toJSONSchema(SearchPlanSchema, { io, unrepresentable: "any" }) as Part
  );
  const [given, made] = [input?.["$defs"] as Part, output?.["$defs"] as Part];
  const names = Object.keys(given);
  const kept = names.map((name) => [name, essence(given[name] as Part, made[name] as Part)]);
  return `${JSON.stringify(Object.fromEntries(kept))}\n`;
}

function essence(schema: Part, made: Part): Part {
  const found: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(schema)) {
    const other = made[name];
    if (name === "anyOf" || name === "oneOf") {
      found["anyOf"] = (value as Part[]).map((each, at) =>
        essence(each, (other as Part[])[at] ?? {})
      );
    } else if (name === "items" || (name === "additionalProperties" && typeof value === "object")) {
      found[name] = essence(value as Part, other as Part);
    } else if (name === "properties") {
      const always = made["required"] as readonly string[] ?? [];
      found[name] = Object.fromEntries(
        Object.entries(value as Readonly<Record<string, Part>>).map(([member, each]) => {
          const part = essence(each, (other as Readonly<Record<string, Part>>)[member] ?? {});
          const isFilled = "default" in each && always.includes(member);
          return [member, isFilled ? { ...part, default: each["default"] } : part];
        }),
      );
    } else if (KEPT.includes(name)) {
      found[name] = value;
    }
  }
  return found;
}
