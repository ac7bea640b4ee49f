import { assertEquals } from "@std/assert";
import { ROOT } from "../server/testing/root.ts";

Deno.test("the marks of a test run are joined into lines of 80, and all else is kept", async () => {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "--no-lock", `${ROOT}tests/progress.ts`],
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  const marks = (count: number): string => "\x1b[32m.\x1b[0m\n".repeat(count);
  await new Blob([marks(200), "\nok | 200 passed\n"]).stream().pipeTo(child.stdin);
  const { stdout } = await child.output();
  const printed = new TextDecoder().decode(stdout).replaceAll(/\W\[\d*m/g, "");
  const lines = [80, 80, 40].map((count) => ".".repeat(count));
  assertEquals(printed, `${lines.join("\n")}\nok | 200 passed\n`);
});
