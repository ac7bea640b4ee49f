import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { simulationCost } from "../../server/limits/cost.ts";
import { CANDIDATE, FAMILY, makeArena, makeHeldArena } from "../../server/testing/arena.ts";
import { inTurn } from "../../server/testing/in_turn.ts";
import { until } from "../../server/testing/until.ts";

/** One request after a pause; zero components mean a read. */
interface Step {
  readonly pauseMs: number;
  readonly components: number;
}

const step: fc.Arbitrary<Step> = fc.record({
  pauseMs: fc.oneof(fc.constant(0), fc.double({ min: 0, max: 700, noNaN: true })),
  components: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 5 })),
});

const steps = fc.array(step, { minLength: 5, maxLength: 40 });

const arena = await makeArena();

function send({ components }: Step): Promise<Response> {
  if (components === 0) return arena.request(`${FAMILY}/markets`);
  const each = { strategyId: "yield-rsi" };
  const parts = Array.from({ length: components }, () => each);
  return arena.post(`${FAMILY}/simulations/summary`, { marketId: 1, components: parts });
}

function costOf({ components }: Step): number {
  return components === 0 ? 1 : simulationCost(components);
}

/** Returns the units left of the budget, and the seconds until it is full again. */
function standing(response: Response): { readonly units: number; readonly allInSeconds: number } {
  const [, units, seconds = "0"] =
    /"compute";r=(\d+)(?:;t=(\d+))?/.exec(response.headers.get("ratelimit") ?? "") ?? [];
  return { units: Number(units), allInSeconds: Number(seconds) };
}

for (
  const [name, waitMs] of [
    ["Retry-After", ({ headers }: Response) => Number(headers.get("retry-after")) * 1000],
    ["retryAfterMs", async (response: Response) => (await response.clone().json()).retryAfterMs],
  ] as const
) {
  Deno.test(`a caller that waits as long as ${name} says is never refused twice`, async () => {
    let refused = 0;
    await fc.assert(fc.asyncProperty(steps, async (all) => {
      await inTurn(all, async (each) => {
        arena.clock.advance(each.pauseMs);
        const first = await send(each);
        if (first.status !== 429) return;
        refused++;
        arena.clock.advance(await waitMs(first));
        assertEquals((await send(each)).status, 200);
      });
    }));
    assert(refused > 0, "some were refused");
  });
}

Deno.test("a caller that waits for t of RateLimit when r is too small is never refused", async () => {
  let waits = 0;
  await fc.assert(fc.asyncProperty(steps, async (all) => {
    // Whatever ran before, all units are available after a window.
    arena.clock.advance(1000);
    let known = { units: 50, allAtMs: 0 };
    await inTurn(all, async (each) => {
      arena.clock.advance(each.pauseMs);
      const missingMs = known.allAtMs - arena.clock.nowMs();
      if (costOf(each) > known.units && missingMs > 0) {
        waits++;
        arena.clock.advance(missingMs);
      }
      const response = await send(each);
      assertEquals(response.status, 200);
      const { units, allInSeconds } = standing(response);
      assert(allInSeconds <= 1, "no window is longer than a second");
      known = { units, allAtMs: arena.clock.nowMs() + allInSeconds * 1000 };
    });
  }));
  assert(waits > 0, "some had to wait");
});

Deno.test("a caller within the slots of RateLimit-Policy is never refused", async () => {
  const held = await makeHeldArena({ limits: { budgetUnits: 1000 } });
  const simulate = (): Promise<Response> => held.post(`${FAMILY}/simulations/summary`, CANDIDATE);
  const policy = (await held.request(`${FAMILY}/markets`)).headers.get("ratelimit-policy") ?? "";
  const quota = Number(/"simulations";q=(\d+)/.exec(policy)?.[1]);
  await inTurn(Array.from({ length: 5 }), async () => {
    const running = Array.from({ length: quota }, simulate);
    await until(() => held.runner.waitingCount === quota);
    const refused = await simulate();
    assertEquals(refused.status, 429);
    held.runner.finish();
    for (const { status } of await Promise.all(running)) assertEquals(status, 200);
    // The blocking runs end within the wait.
    held.clock.advance(Number(refused.headers.get("retry-after")) * 1000);
    const again = simulate();
    await until(() => held.runner.waitingCount === 1);
    held.runner.finish();
    assertEquals((await again).status, 200);
  });
});
