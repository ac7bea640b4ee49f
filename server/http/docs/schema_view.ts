import { type Html, html, prose } from "./html.ts";

/** The members of a JSON Schema that the pages read. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly additionalProperties?: JsonSchema | boolean;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

const INTEGER_MAX = Number.MAX_SAFE_INTEGER;

/** Returns a named schema: its description, and its members in a table. */
export function schemaView(id: string, schema: JsonSchema): Html {
  const rows = memberRows(schema, 0);
  return html`
    <article class="schema" id="schema-${id}">
    <h3><a href="#schema-${id}">${id}</a></h3>
    <p>${prose(schema.description ?? "")}</p>
    ${rows.length > 0
      ? html`
        <div class="table">
          <table>${rows}</table>
        </div>
      `
      : html`<p class="type">${typeView(schema)}${bounds(schema)}</p>`}
    </article>
  `;
}

export function schemaLink(id: string): Html {
  return html`<a href="/docs/schemas#schema-${id}">${id}</a>`;
}

/** Returns one row of a table: a name, its type and its description. */
export function memberRow(name: string, schema: JsonSchema, isRequired: boolean, depth = 0): Html {
  const mark = isRequired ? "required" : "";
  return html`
    <tr class="deep-${depth}">
      <th scope="row"><code class="${mark}">${name}</code></th>
      <td><span class="type">${typeView(schema)}${bounds(schema)}</span>
    <span class="note">${prose(schema.description ?? "")}</span></td>
    </tr>
  `;
}

const DEPTH_MAX = 2;

/** Returns rows of the members, each followed by the members of an inline schema. */
function memberRows(schema: JsonSchema, depth: number): readonly Html[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, member]) => [
    memberRow(name, member, schema.required?.includes(name) ?? false, depth),
    ...depth < DEPTH_MAX ? memberRows(member.items ?? member, depth + 1) : [],
  ]);
}

/** Returns the type in words, with links to named schemas. */
function typeView(schema: JsonSchema): Html {
  const { $ref, items, anyOf, oneOf, additionalProperties, type } = schema;
  if ($ref !== undefined) return schemaLink($ref.slice($ref.lastIndexOf("/") + 1));
  const choices = anyOf ?? oneOf;
  if (choices !== undefined) return joined(choices.map(typeView), " or ");
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.enum !== undefined) return joined(schema.enum.map(literal), " or ");
  if (items !== undefined) return html`list of ${typeView(items)}`;
  if (type === "object" && typeof additionalProperties === "object" && !schema.properties) {
    return html`object of ${typeView(additionalProperties)}`;
  }
  return html`${[type ?? "any JSON"].flat().join(" or ")}`;
}

function literal(value: unknown): Html {
  return html`<code>${JSON.stringify(value)}</code>`;
}

function joined(pieces: readonly Html[], separator: string): Html {
  return html`${pieces.map((piece, index) => index === 0 ? piece : html`${separator}${piece}`)}`;
}

/** Returns the constraints of a value in words. */
function bounds(schema: JsonSchema): Html {
  const { format, pattern, default: fallback } = schema;
  const words = [
    ...between(schema.minimum, schema.maximum, ""),
    ...between(schema.minLength, schema.maxLength, " characters"),
    ...between(schema.minItems, schema.maxItems, " elements"),
    ...format === undefined ? [] : [format],
  ];
  return html`${words.length > 0 ? `, ${words.join(", ")}` : ""}${
    pattern === undefined ? "" : html`, like <code>${pattern}</code>`
  }${fallback === undefined ? "" : html`, default ${literal(fallback)}`}`;
}

function between(min: number | undefined, max: number | undefined, unit: string): string[] {
  const least = min === -INTEGER_MAX ? undefined : min;
  const most = max === INTEGER_MAX ? undefined : max;
  if (least !== undefined && most !== undefined) return [`${least} to ${most}${unit}`];
  if (least !== undefined) return [`at least ${least}${unit}`];
  return most === undefined ? [] : [`at most ${most}${unit}`];
}
