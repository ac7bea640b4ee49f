import { assert, assertEquals, assertThrows } from "@std/assert";
import { CANDIDATE } from "../testing/arena.ts";
import { makeDatasets } from "../testing/datasets.ts";
import { makeEngine } from "../testing/official.ts";
import { until } from "../testing/until.ts";
import { ApiError } from "../base/errors.ts";
import { type Engine, EngineTrap } from "./engine.ts";
import { LocalEngine } from "./local_engine.ts";
import { okBytes } from "./wire.ts";

const datasets = await makeDatasets();
const body = new TextEncoder().encode(JSON.stringify(CANDIDATE));

function breaking(engine: Engine): Engine {
  return Object.create(engine, {
    check: {
      value: () => {
        throw new EngineTrap("Cannot finish", { cause: "unreachable" });
      },
    },
  });
}

Deno.test("after a trap the engine is replaced, with its datasets", async () => {
  const lost: string[] = [];
  const generations: number[] = [];
  const local = new LocalEngine(breaking(await makeEngine()), {
    datasets,
    prepare: () => {},
    reload: (generation) => {
      generations.push(generation);
      return makeEngine();
    },
    onLost: (reason) => lost.push(reason),
  });
  assertThrows(() => local.check(body), EngineTrap);
  assert(!local.isAlive);
  const { code, context } = assertThrows(() => local.check(body), ApiError);
  assertEquals([code, context.retryAfterMs], ["OVERLOADED", 1000]);
  await until(() => local.isAlive);
  okBytes(local.check(body));
  assertEquals([lost, generations], [["unreachable"], [1]]);
});

Deno.test("the first engine is prepared once, on its first use", async () => {
  const steps: string[] = [];
  const engine: Engine = Object.create(await makeEngine(), {
    check: { value: () => steps.push("check") },
  });
  const local = new LocalEngine(engine, {
    datasets,
    prepare: () => steps.push("prepare"),
    reload: () => makeEngine(),
    onLost: () => {},
  });
  assertEquals([local.isAlive, steps], [true, []]);
  local.check(body);
  local.check(body);
  assertEquals(steps, ["prepare", "check", "check"]);
});

Deno.test("a refusal is not a trap: the engine stays", async () => {
  const engine = await makeEngine();
  const failing = Object.create(engine, {
    check: {
      value: () => {
        throw new Error("not a trap");
      },
    },
  });
  const reload = (): Promise<Engine> => Promise.reject(new Error("never asked"));
  const lost: string[] = [];
  const local = new LocalEngine(failing, {
    datasets,
    prepare: () => {},
    reload,
    onLost: (reason: string) => lost.push(reason),
  });
  assertThrows(() => local.check(body), Error, "not a trap");
  assertEquals([local.isAlive, lost], [true, []]);
});

Deno.test("check() stays unavailable if the engine cannot be replaced", async () => {
  const lost: string[] = [];
  const local = new LocalEngine(breaking(await makeEngine()), {
    datasets,
    prepare: () => {},
    reload: () => Promise.reject(new Error("no memory")),
    onLost: (reason) => lost.push(reason),
  });
  assertThrows(() => local.check(body), EngineTrap);
  await until(() => lost.length === 2);
  assertEquals(lost, ["unreachable", "Error: no memory"]);
  assertThrows(() => local.check(body), ApiError);
});
