import { assert, assertEquals, assertMatch } from "@std/assert";
import { freePort } from "../../server/testing/free_port.ts";
import { type Outcome } from "../../server/testing/programs.ts";
import { serveArena, type ServedArena } from "../../server/testing/served_arena.ts";
import { Home } from "../../server/testing/server_process.ts";

type Probe = (words?: readonly string[], key?: string | null) => Promise<Outcome>;

/** Returns a function that runs `probe` against a server, by default with the server's key. */
function prober(home: Home, server: ServedArena): Probe {
  return (words = [], key = server.key) =>
    home.run("probe", words, {
      ARENA_PORT: new URL(server.origin).port,
      ...(key !== null && { ARENA_PROBE_KEY: key }),
    });
}

Deno.test("a probe simulates and evaluates, and prints the time of each step", async () => {
  await using home = await Home.make();
  await using server = await serveArena();
  const probe = prober(home, server);
  const passed = await probe();
  assertEquals([passed.code, passed.stderr], [0, ""]);
  const times = ["readiness", "markets", "simulation", "evaluation"]
    .map((step) => `${step} [\\d.]+ ms`).join(", ");
  assertMatch(
    passed.stdout,
    new RegExp(`^ok ${server.origin}: ${times}, score -?[\\d.]+, engine [\\d.]+\\n$`),
  );
  const { stdout } = await probe(["--json", "--url", server.origin]);
  const { ok, url, ms, score, engineVersion } = JSON.parse(stdout);
  assertEquals([ok, url, Object.keys(ms).length], [true, server.origin, 4]);
  assert(Number.isFinite(score) && engineVersion !== "");
  const ready = await probe(["--ready"], "");
  assertEquals([ready.code, ready.stderr], [0, ""]);
  assertMatch(ready.stdout, /^ok \S+: readiness [\d.]+ ms\n$/);
});

Deno.test("a failed probe exits with 1 and says why, never with its key", async () => {
  await using home = await Home.make();
  await using server = await serveArena();
  const probe = prober(home, server);
  const wrongKey = `sa_AAAAAAAAAAAA_${"a".repeat(43)}`;
  const refused = await probe([], wrongKey);
  assertEquals([refused.code, refused.stdout], [1, ""]);
  assertMatch(refused.stderr, /^Cannot pass the probe of \S+ at markets: API_KEY_INVALID, Cannot /);
  const broken = await probe([], `${wrongKey}\nx`);
  assertEquals(broken.code, 1);
  assert(!(refused.stderr + broken.stderr).includes(wrongKey));

  const keyless = await probe([], "");
  const sentence = "Cannot probe: ARENA_PROBE_KEY is not set, must be a key; or use --ready\n";
  assertEquals([keyless.code, keyless.stderr], [1, sentence]);
  const words = await Promise.all([["--url", "ftp://x"], ["--timeout-ms", "0"], ["--what"]]
    .map((words) => probe(words)));
  for (const { code, stderr } of words) {
    assertEquals([code, /must be|Usage/.test(stderr)], [1, true], stderr);
  }

  const down = await probe(["--json", "--url", `http://127.0.0.1:${freePort()}`]);
  assertEquals(down.code, 1);
  assertMatch(down.stderr, /^Cannot pass the probe of \S+ at readiness: .*refused/);
  const { ok, step, reason } = JSON.parse(down.stdout);
  assertEquals([ok, step], [false, "readiness"]);
  assert(down.stderr.includes(reason));
});

Deno.test("a probe of a hanging server ends", async () => {
  await using home = await Home.make();
  // The kernel accepts connections, and no process responds.
  using deaf = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const url = `http://127.0.0.1:${deaf.addr.port}`;
  const { code, stderr } = await home.run("probe", ["--timeout-ms", "100", "--url", url], {
    ARENA_PROBE_KEY: "sa_any",
  });
  const sentence = `Cannot pass the probe of ${url} at readiness: no answer in 100 ms\n`;
  assertEquals([code, stderr], [1, sentence]);
});

Deno.test("a probe rejects the score of another run", async () => {
  await using home = await Home.make();
  await using server = await serveArena();
  await using between = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    async (request) => {
      const { pathname } = new URL(request.url);
      const answer = await fetch(new Request(server.origin + pathname, request));
      const text = await answer.text();
      const { headers } = answer;
      if (!pathname.endsWith("/evaluations")) return new Response(text, { headers });
      const edited = text.replace(/("resultHash":")\w+/, `$1${"0".repeat(64)}`);
      return new Response(edited, { headers });
    },
  );
  const probe = prober(home, server);
  const { code, stderr } = await probe(["--url", `http://127.0.0.1:${between.addr.port}`]);
  assertEquals(code, 1);
  assertMatch(stderr, /at evaluation: the evidence is not that of the .* differs in resultHash\n$/);
});
