import { withStarted } from "../../server/testing/server_process.ts";
import { msOf, type Probe, type Subject } from "./probe.ts";

const CANDIDATE = '{"marketId":1,"components":[{"strategyId":"yield-rsi"}]}';
const FIRST_SCORE = `echo '${CANDIDATE}' | deno task simulate | deno task evaluate`;

/** Measures the README's first commands: the server up to its first answer, and the first score. */
export const measureStart: Probe = async (root: string): Promise<Subject> => {
  await firstScore(root);
  return {
    measure: async () => ({
      startMs: await start(root),
      firstScoreMs: await msOf(() => firstScore(root)),
    }),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
};

async function start(root: string): Promise<number> {
  const startMs = performance.now();
  const args = ["run", "--quiet", "--no-prompt", "-P=start", "main.ts"];
  return await withStarted(args, async ({ origin }) => {
    const response = await fetch(`${origin}/healthz`);
    if (!response.ok) throw new Error(`Cannot measure: /healthz answers ${response.status}`);
    await response.text();
    return performance.now() - startMs;
  }, { cwd: root });
}

async function firstScore(root: string): Promise<void> {
  const command = new Deno.Command("sh", { args: ["-c", FIRST_SCORE], cwd: root, stderr: "null" });
  const text = new TextDecoder().decode((await command.output()).stdout);
  if (!text.includes('"score":')) throw new Error("Cannot measure: there is no first score");
}
