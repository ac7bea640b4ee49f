import { assert, assertEquals } from "@std/assert";
import { PARAMETERS } from "../../server/http/docs/openapi_parts.ts";
import { examplePath } from "../../server/http/operation_definition.ts";
import { OPERATIONS } from "../../server/http/routes/operations.ts";
import { FAMILY, makeArena } from "../../server/testing/arena.ts";
import { inTurn } from "../../server/testing/in_turn.ts";
import { random } from "../../server/testing/random.ts";

type Json = Readonly<Record<string, unknown>>;

interface Property {
  readonly type: string;
  readonly enum?: readonly string[];
  readonly minimum: number;
  readonly maximum: number;
  readonly multipleOf?: number;
}

interface Schema {
  readonly properties: Readonly<Record<string, Property>>;
  readonly "x-relations"?: readonly (readonly [string, "<" | "<=", string])[];
}

const DRAWS = 8;

Deno.test("what the schema of a strategy allows is accepted, on both timeframes", async () => {
  const { request, post, clock } = await makeArena();
  const next = random(5);
  const draw = ({ type, enum: texts, minimum, maximum, multipleOf }: Property): unknown => {
    if (texts) return texts[Math.floor(next() * texts.length)];
    const value = minimum + next() * (maximum - minimum);
    return type === "integer" || multipleOf === 1 ? Math.floor(value) : value;
  };
  const { data: listed } = await (await request(`${FAMILY}/strategies`)).json();
  const refused: unknown[] = [];
  await inTurn(listed as readonly { readonly strategyId: string }[], async ({ strategyId }) => {
    if (strategyId === "expression") return;
    clock.advance(1_000);
    const { data } = await (await request(`${FAMILY}/strategies/${strategyId}/parameters`)).json();
    const { properties, "x-relations": relations = [] }: Schema = data.schema;
    const draws = Array.from({ length: DRAWS }, () =>
      Object.fromEntries(
        Object.entries(properties).map(([name, property]) => [name, draw(property)]),
      )).filter((params) =>
        relations.every(([left, operator, right]) => {
          const [low, high] = [Number(params[left]), Number(params[right])];
          return operator === "<" ? low < high : low <= high;
        })
      );
    await inTurn(draws.entries(), async ([at, strategyParams]) => {
      clock.advance(1_000);
      const timeframe = at % 2 === 0 ? "hourly" : "daily";
      const components = [{ strategyId, strategyParams }];
      const response = await post(`${FAMILY}/simulations/summary`, {
        marketId: 1,
        timeframe,
        components,
      });
      const body = await response.json();
      if (body.fieldErrors) refused.push([strategyParams, body.fieldErrors]);
    });
  });
  assertEquals(refused, []);
});

Deno.test("every value of a query that the document names is accepted", async () => {
  const { request, clock } = await makeArena();
  await inTurn(OPERATIONS, ({ path, query = [] }) =>
    inTurn(query, async (component) => {
      const { name, schema, example } = PARAMETERS[component] as Json;
      const { minimum, maximum, default: usual, enum: words = [] } = schema as Json;
      const values = [minimum, maximum, usual, example, ...words as readonly string[]];
      await inTurn(values.filter((value) => value !== undefined), async (value) => {
        clock.advance(1_000);
        const { status } = await request(`${examplePath(path)}?${name}=${value}`);
        assert(status !== 400, `${path}?${name}=${value}`);
      });
    }));
});
