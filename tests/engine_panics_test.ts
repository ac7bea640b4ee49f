import { assertEquals, assertThrows } from "@std/assert";
import { trapPanics } from "../engine-rs/panics.ts";

/** Numbers of the sections that the module has. */
const [NAMES, TYPES, IMPORTS, FUNCTIONS, EXPORTS, CODE] = [0, 1, 2, 3, 7, 10];
const CALL_IMPORT = [0x00, 0x10, 0x00, 0x0b];
const encoder = new TextEncoder();

const sized = (bytes: readonly number[]): number[] => [bytes.length, ...bytes];
const text = (name: string): number[] => sized([...encoder.encode(name)]);
const section = (id: number, ...bytes: number[]): number[] => [id, ...sized(bytes)];

/** A module with two functions that call the host. */
function module([first, second]: readonly [string, string]): Uint8Array<ArrayBuffer> {
  const names = [2, 1, ...text(first), 2, ...text(second)];
  return Uint8Array.of(
    ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
    ...section(TYPES, 1, 0x60, 0, 0),
    ...section(IMPORTS, 1, ...text("host"), ...text("called"), 0x00, 0),
    ...section(FUNCTIONS, 2, 0, 0),
    ...section(EXPORTS, 2, ...text("first"), 0x00, 1, ...text("second"), 0x00, 2),
    ...section(CODE, 2, ...sized(CALL_IMPORT), ...sized(CALL_IMPORT)),
    ...section(NAMES, ...text("name"), 1, ...sized(names)),
  );
}

Deno.test("a function that only panics traps at once; the others stay as they are", () => {
  let calls = 0;
  const bytes = trapPanics(module(["core[0123456789abcdef]::panicking::panic_fmt", "arena::run"]));
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes), {
    host: { called: () => calls++ },
  });
  const { first, second } = exports as Record<"first" | "second", () => void>;
  assertThrows(first, WebAssembly.RuntimeError, "unreachable");
  assertEquals(calls, 0);
  second();
  assertEquals(calls, 1);
});

Deno.test("a module without the names of its panics is refused", () => {
  const nameless = module(["arena::panicking", "arena::run"]);
  assertThrows(() => trapPanics(nameless), Error, "does not name its panics");
});
