import { assert } from "@std/assert";

/** Decides by a line, and the number of lines so far, whether the process is killed now. */
export type Moment = (line: string, at: number) => boolean;

const PROGRAM = new URL("score_process.ts", import.meta.url).pathname;

/**
 * Runs the process that scores a season, and kills it at a line.
 *
 * @param place folder or database of the season
 * @param now the time of a folder's clock
 * @returns whether the season is scored
 */
export async function runScoring(
  place: string,
  isLast: Moment,
  now = "",
): Promise<boolean> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "--no-check", "-A", PROGRAM, place, "autumn-1", now],
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  const goOn = child.stdin.getWriter();
  let [at, text, isScored, isKilled] = [0, "", false, false];
  for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
    const lines = (text + chunk).split("\n");
    text = lines.pop() ?? "";
    for (const line of lines) {
      isScored ||= line === "scored";
      isKilled = isLast(line, ++at);
      if (isKilled) child.kill("SIGKILL");
      else await goOn.write(Uint8Array.of(0));
    }
  }
  const { success } = await child.status;
  await goOn.close().catch(() => {});
  assert(success || isKilled, "the process failed");
  return isScored;
}
