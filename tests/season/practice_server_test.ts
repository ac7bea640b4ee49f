import { assert, assertEquals, assertMatch } from "@std/assert";
import { poll } from "../../server/testing/until.ts";
import { LocalServer } from "../../server/testing/local_server.ts";
import { Home } from "../../server/testing/server_process.ts";
import { ROOT } from "../../server/testing/root.ts";

const CANDIDATE = { marketId: 1, components: [{ strategyId: "yield-rsi" }] };

Deno.test("a server signs, publishes and rotates; its folder is what export writes, and verifies", async () => {
  await using home = await Home.make();
  const env = { ARENA_SIGNING_KEY_FILE: `${home.folder}/data/signing.key` };
  const first = JSON.parse((await home.run("signing", ["create", "--json"], env)).stdout);
  await using server = await LocalServer.in(home, { ...env, ARENA_BUDGET_UNITS: "1000" });
  const client = server.patientClient();
  const simulation = await client.simulateSummary(CANDIDATE);
  const { receipt } = await client.evaluate(simulation);
  if (receipt === null || receipt === undefined) throw new Error("there is no receipt");
  assertEquals(receipt.keyId, first.keyId);
  assertEquals((await client.publish({ receipt, name: "Carry 7" })).board, "susde-hourly");
  const { rows } = await client.getLeaderboard("susde-hourly");
  assertEquals(rows.filter(({ line }) => line === null).map(({ name }) => name), ["Carry 7"]);

  await home.run("signing", ["rotate"], env);
  const next = await poll(
    "a receipt of the new key",
    async () => (await client.evaluate(simulation)).receipt,
    (found) => found?.keyId !== first.keyId,
  );
  // Receipts of the old key from its time are still its receipts.
  assert((await client.publish({ receipt, name: "Carry 8" })).replaced);
  if (next !== null && next !== undefined) await client.publish({ receipt: next, name: "Carry 9" });

  // The row shows the tries of its key from then on, also those after its receipt.
  for (const period of [5, 6]) {
    const components = [{ strategyId: "yield-rsi", strategyParams: { period } }];
    await client.evaluate(await client.simulateSummary({ marketId: 1, components }));
  }
  await poll(
    "three tries on the board",
    async () => (await client.getLeaderboard("susde-hourly")).rows,
    (found) => found.some(({ name, trials }) => name === "Carry 9" && trials === 3),
  );

  const into = `${home.folder}/arena`;
  const exported = await home.run("season", ["export", "--all", into], env);
  assertEquals([exported.code, exported.stderr], [0, ""]);
  for (const path of ["keys.json", "log.json", "log-1.json", "practice/susde-hourly.json"]) {
    const served = await (await fetch(`${server.origin}/arena/${path}`)).text();
    assertEquals(await Deno.readTextFile(`${into}/${path}`), served, path);
  }
  await Deno.writeTextFile(`${into}/receipt.json`, JSON.stringify(receipt));
  const { code, stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-P=verify", "main.ts", "verify", `${into}/receipt.json`, "--offline"],
    cwd: ROOT,
    env: { ARENA_DATASETS: home.folder, NO_COLOR: "1" },
  }).output();
  const said = new TextDecoder().decode(stdout);
  assertEquals(code, 0, said);
  assertMatch(said, /^holds {4}signature .*\n.*\nholds {4}evaluation /);
});
