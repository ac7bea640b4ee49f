import { assertEquals, assertThrows } from "@std/assert";
import { trapPanics } from "../engine-rs/panics.ts";

/** Numbers of the sections that the module has. */
const [NAMES, TYPES, IMPORTS, FUNCTIONS, MEMORY, EXPORTS, CODE, DATA] = [0, 1, 2, 3, 5, 7, 10, 11];
const CALL_IMPORT = [0x00, 0x10, 0x00, 0x0b];
const encoder = new TextEncoder();

const sized = (bytes: readonly number[]): number[] => [bytes.length, ...bytes];
const text = (name: string): number[] => sized([...encoder.encode(name)]);
const section = (id: number, ...bytes: number[]): number[] => [id, ...sized(bytes)];

/** Address of the data. */
const BASE = 16;

/** A module with two functions that call the host, and data in its memory. */
function module(
  [first, second]: readonly [string, string],
  segment: readonly number[] = [],
): Uint8Array<ArrayBuffer> {
  const names = [2, 1, ...text(first), 2, ...text(second)];
  return Uint8Array.of(
    ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
    ...section(TYPES, 1, 0x60, 0, 0),
    ...section(IMPORTS, 1, ...text("host"), ...text("called"), 0x00, 0),
    ...section(FUNCTIONS, 2, 0, 0),
    ...section(MEMORY, 1, 0x00, 1),
    ...section(
      ...[EXPORTS, 3, ...text("first"), 0x00, 1, ...text("second"), 0x00, 2] as const,
      ...[...text("memory"), 0x02, 0],
    ),
    ...section(CODE, 2, ...sized(CALL_IMPORT), ...sized(CALL_IMPORT)),
    ...section(DATA, 1, 0x00, 0x41, BASE, 0x0b, ...sized(segment)),
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

Deno.test("places in the sources are left out of the data, whatever stands beside them", () => {
  const words = (...numbers: number[]): number[] => [
    ...new Uint8Array(Uint32Array.from(numbers).buffer),
  ];
  const file = [...encoder.encode("src/a.rs\0")];
  const other = [...encoder.encode("a.rs")];
  const segment = [
    ...words(BASE + 24, 8, 30, 7), // line 30, column 7 of the file
    ...words(BASE + 33, 4), // a text that names a file
    ...file,
    ...other,
  ];
  const { exports } = new WebAssembly.Instance(
    new WebAssembly.Module(trapPanics(module(["core::panicking::panic", "arena::run"], segment))),
    { host: { called: () => {} } },
  );
  const { buffer } = exports["memory"] as WebAssembly.Memory;
  assertEquals(
    [...new Uint8Array(buffer, BASE, segment.length)],
    [...words(0, 0, 0, 0), ...words(BASE + 33, 4), ...file.fill(0), ...other],
  );
});

Deno.test("a module without the names of its panics is refused", () => {
  const nameless = module(["arena::panicking", "arena::run"]);
  assertThrows(() => trapPanics(nameless), Error, "does not name its panics");
});
