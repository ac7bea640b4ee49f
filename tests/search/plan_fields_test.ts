import { assert, assertEquals } from "@std/assert";
import { planFields } from "../../server/contracts/plan_fields.ts";
import { SearchPlanSchema } from "../../server/contracts/plan.ts";
import { prepare } from "../../server/search/stages/prepared.ts";
import { SearchRun } from "../../server/search/jobs/search_run.ts";
import { FAMILY, makeArena } from "../../server/testing/arena.ts";
import { inTurn } from "../../server/testing/in_turn.ts";
import { inlineRanges } from "../../server/testing/inline_ranges.ts";
import { inlineWorkers } from "../../server/testing/inline_workers.ts";
import { officialParts } from "../../server/testing/official.ts";
import { PLANTED_PLAN } from "../../server/testing/planted_search.ts";

const [AXIS] = PLANTED_PLAN.axes;
const PLAN = { ...PLANTED_PLAN, axes: [AXIS], constraints: [], windows: undefined, evaluate: 0 };

/** Returns a request with an example at its place; a 0 in the path is the first item of a list. */
function requestWith(path: string, example: unknown): Record<string, unknown> {
  if (path === "") return { plan: PLAN, ...example as object };
  const [, , name, item] = path.split("/");
  if (name === undefined) return { plan: { ...PLAN, ...example as object } };
  return { plan: { ...PLAN, [name]: item === undefined ? example : [example] } };
}

Deno.test("every field of a plan has words, a type and an example, or fields of its own", () => {
  const groups = planFields();
  for (const { path, form, description, fields } of groups) {
    const place = `${path} ${form}`;
    assert(description !== "", place);
    for (const { name, node, example } of fields) {
      const isConst = node.const !== undefined;
      assert(isConst || (node.description ?? "") !== "", `${place} ${name} has no description`);
      const below = `${path}/${name}`;
      const hasFields = groups.some((group) => group.path === below || group.path === `${below}/0`);
      assert(example !== undefined || hasFields || below === "/plan/base", `${place} ${name}`);
      const isNumber = node.type === "number" || node.type === "integer";
      assert(
        !isNumber || node["x-unit"] !== undefined || name === "seed",
        `${place} ${name}: unit`,
      );
    }
  }
  const kinds = groups.filter(({ path }) => path === "/plan/method").map(({ form }) => form);
  assertEquals(kinds.join(), "kind grid,kind random,kind sobol,kind halving,kind adaptive");
});

Deno.test("every example of the plan's fields runs", async () => {
  const { datasets, engine } = await officialParts();
  const parts = { engine, datasets, workers: inlineWorkers(engine) };
  await inTurn(planFields(), async ({ path, form, example }) => {
    const plan = SearchPlanSchema.parse(requestWith(path, example)["plan"]);
    const run = new SearchRun(prepare(plan, 20, engine, datasets), parts);
    const { report } = await run.report(inlineRanges(run));
    assert(report.candidates.run > 0, `${path} ${form}`);
    assertEquals(report.plan, plan, `${path} ${form}`);
  });
});

Deno.test("the reference shows every field with its range, unit, default and example", async () => {
  const arena = await makeArena();
  const page = await (await arena.request("/docs/plan")).text();
  for (const { path, form, fields } of planFields()) {
    const title = form === null ? path || "request" : `${path}, ${form}`;
    assert(page.includes(`>${title}</a>`), title);
    for (const { name } of fields) assert(page.includes(`>${name}</code>`), `${title} ${name}`);
  }
  for (
    const part of [
      "a whole number from 1 to 65536, in candidates",
      "a number above 0 and below 1, in 1 is all bars",
      "{&quot;folds&quot;:3}",
      "default <code>&quot;anchored&quot;</code>",
    ]
  ) assert(page.includes(part), part);
  assert((await arena.request(`${FAMILY}/searches`)).ok);
});
