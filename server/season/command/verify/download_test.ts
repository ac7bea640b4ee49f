import { assert, assertEquals, assertRejects } from "@std/assert";
import { StartError } from "../../../base/errors.ts";
import { inTurn } from "../../../testing/in_turn.ts";
import { downloads } from "./download.ts";

const LATER = { "retry-after": "7" };

/** Reads files of a server that gives these answers in turn, with a clock that does not wait. */
async function read(
  answers: readonly (() => Response)[],
  files = 1,
): Promise<{ texts: readonly string[]; lines: readonly string[]; waitedMs: readonly number[] }> {
  let asked = 0;
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, () => {
    const answer = answers[Math.min(asked++, answers.length - 1)];
    assert(answer !== undefined);
    return answer();
  });
  const [lines, waitedMs]: [string[], number[]] = [[], []];
  const after = (delayMs: number, callback: () => void): () => void => {
    waitedMs.push(delayMs);
    queueMicrotask(callback);
    return () => {};
  };
  const download = downloads({ clock: { after }, printError: (line) => lines.push(line) });
  const url = `http://127.0.0.1:${server.addr.port}/arena/log.json`;
  try {
    const texts = await inTurn(Array.from({ length: files }), async () => {
      const bytes = await download(url);
      return bytes === null ? "none" : new TextDecoder().decode(bytes);
    });
    return { texts, lines: lines.map((line) => line.replace(url, "URL")), waitedMs };
  } finally {
    await server.shutdown();
  }
}

Deno.test("a download waits as long as the server asks for, and says so", async () => {
  const answers = [429, 503, 200].map((status) => () =>
    new Response("text", { status, headers: LATER })
  );
  const { texts, lines, waitedMs } = await read(answers);
  assertEquals([texts, waitedMs], [["text"], [7000, 7000]]);
  assertEquals(lines, [
    "Waiting 7 s: URL has the status 429, and asks for it",
    "Waiting 7 s: URL has the status 503, and asks for it",
  ]);
});

Deno.test("a server makes a verification wait for ten minutes at most", async () => {
  const always = (wait: string) => () =>
    new Response(null, { status: 429, headers: { "retry-after": wait } });
  const refused = [
    ["90000", "asks to wait 90000 s; 600 s are left"],
    // A wait of nothing counts as a second, so that it ends as well.
    ["0", "asks to wait 1 s; 0 s are left"],
    ["400", "asks to wait 400 s; 200 s are left"],
    ["tomorrow", "the status is 429"],
  ] as const;
  await inTurn(refused, async ([wait, message]) => {
    await assertRejects(() => read([always(wait)]), StartError, message);
  });
  // The ten minutes are those of all files.
  const ok = (): Response => new Response("text");
  const answers = [always("400"), ok, always("400")];
  await assertRejects(() => read(answers, 2), StartError, "200 s are left");
});

Deno.test("a missing file is null, and another status an error", async () => {
  assertEquals((await read([() => new Response(null, { status: 404 })])).texts, ["none"]);
  const failed = (): Response => new Response(null, { status: 500, headers: LATER });
  await assertRejects(() => read([failed]), StartError, "the status is 500");
});
