/**
 * Takes the messages of panics out of the WebAssembly. A panic is a trap there whatever it prints,
 * because the target has no terminal. The functions that only panic become that trap, and wasm-opt
 * then drops the arguments of their calls. Nothing reads the places in the sources any more that
 * were such arguments, so they become zeros, which cost next to nothing when compressed.
 *
 * The functions are known by the names that wasm-bindgen leaves in the module.
 */

/** Functions of Rust's libraries that only panic; the hashes of their crates are left out. */
const PANICS = [
  /^core::panicking::/,
  /^core::(option|result)::(expect|unwrap)_failed$/,
  /^core::slice::index::slice_index_fail$/,
  /^core::cell::panic_already_/,
  /^alloc::raw_vec::(handle_error|capacity_overflow)$/,
  /^alloc::alloc::handle_alloc_error$/,
  /^<alloc::vec::.*::assert_failed$/,
  /^<?std::panicking::/,
  /^std::alloc::/,
  /^std::sync::.*::panic_poisoned$/,
  /^__rustc::(rust_begin_unwind|rust_panic|__rust_start_panic)$/,
];
const CRATE_HASH = /\[[0-9a-f]{16}\]/g;

/** Magic number and version of a module. */
const HEADER_BYTES = 8;
/** Numbers of the sections of bodies and of data. */
const CODE = 10;
const DATA = 11;
/** Number of the names of functions within the section of names. */
const FUNCTION_NAMES = 1;
/** A body without locals: `unreachable`, `end`. */
const TRAP = Uint8Array.of(0x00, 0x00, 0x0b);
/** Words of a place in the sources: address and length of the file's name, line and column. */
const PLACE_WORDS = 4;
const LITTLE_ENDIAN = true;
/** Name of a file of Rust, with the zero that ends it. */
const SOURCE_FILE = /^[\w./-]+\.rs\0$/;

/**
 * Replaces the body of every function that only panics by a trap, and the places in the sources by
 * zeros.
 *
 * @param bytes a module with the names of its functions
 * @throws {Error} if no such function is named
 */
export function trapPanics(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const panics = panicsOf(bytes);
  if (panics.size === 0) throw new Error("Cannot build: the module does not name its panics");
  const reader = new Reader(bytes.slice(), HEADER_BYTES);
  const parts: Uint8Array[] = [bytes.subarray(0, HEADER_BYTES)];
  while (!reader.isAtEnd()) {
    const id = reader.byte();
    const section = reader.block();
    if (id === DATA) clearPlaces(section);
    const content = id === CODE ? withTraps(section, panics) : section;
    parts.push(Uint8Array.of(id), sized(content));
  }
  return joined(parts);
}

/** Returns the section of bodies with traps; the index counts the functions of the module alone. */
function withTraps(section: Uint8Array, panics: ReadonlySet<number>): Uint8Array {
  const reader = new Reader(section);
  const count = reader.number();
  const bodies = Array.from({ length: count }, (_, index) => {
    const body = reader.block();
    return sized(panics.has(index) ? TRAP : body);
  });
  return joined([leb128(count), ...bodies]);
}

/** Overwrites the places in the sources, and the names of their files, with zeros. */
function clearPlaces(section: Uint8Array): void {
  const reader = new Reader(section);
  for (let left = reader.number(); left > 0; left--) {
    if (reader.byte() !== 0) throw new Error("Cannot build: data has no address of its own");
    reader.byte(); // i32.const
    const base = reader.number();
    reader.byte(); // end
    clearSegment(reader.block(), base);
  }
}

function clearSegment(bytes: Uint8Array, base: number): void {
  const words = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const files: Uint8Array[] = [];
  const end = bytes.length - 4 * PLACE_WORDS;
  for (let at = (4 - base % 4) % 4; at <= end; at += 4) {
    const from = words.getUint32(at, LITTLE_ENDIAN) - base;
    const file = bytes.subarray(from, from + words.getUint32(at + 4, LITTLE_ENDIAN) + 1);
    if (from < 0 || file.length > 256) continue;
    if (!SOURCE_FILE.test(new TextDecoder("latin1").decode(file))) continue;
    files.push(file);
    bytes.fill(0, at, at + 4 * PLACE_WORDS);
  }
  for (const file of files) file.fill(0);
}

/** Returns the functions that only panic, counted without the imported ones. */
function panicsOf(bytes: Uint8Array<ArrayBuffer>): ReadonlySet<number> {
  const module = new WebAssembly.Module(bytes);
  const imported = WebAssembly.Module.imports(module)
    .filter(({ kind }) => kind === "function").length;
  const found = new Set<number>();
  for (const names of WebAssembly.Module.customSections(module, "name")) {
    const reader = new Reader(new Uint8Array(names));
    while (!reader.isAtEnd()) {
      const kind = reader.byte();
      const part = new Reader(reader.block());
      if (kind !== FUNCTION_NAMES) continue;
      for (let left = part.number(); left > 0; left--) {
        const index = part.number();
        const name = new TextDecoder().decode(part.block()).replaceAll(CRATE_HASH, "");
        if (PANICS.some((panic) => panic.test(name))) found.add(index - imported);
      }
    }
  }
  return found;
}

/** Reads the binary format from a place on. */
class Reader {
  readonly #bytes: Uint8Array;
  #at: number;

  constructor(bytes: Uint8Array, at = 0) {
    this.#bytes = bytes;
    this.#at = at;
  }

  isAtEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  byte(): number {
    const byte = this.#bytes[this.#at++];
    if (byte === undefined) throw new Error("Cannot build: the module ends too early");
    return byte;
  }

  /** Reads a number of seven bits a byte, the lowest first (LEB128). */
  number(): number {
    let value = 0;
    for (let shift = 0;; shift += 7) {
      const byte = this.byte();
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
  }

  /** Reads a length and that many bytes. */
  block(): Uint8Array {
    const length = this.number();
    const start = this.#at;
    this.#at += length;
    return this.#bytes.subarray(start, this.#at);
  }
}

function leb128(value: number): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push(rest % 0x80 + 0x80);
  return Uint8Array.of(...bytes, rest);
}

/** Returns bytes after their length. */
function sized(bytes: Uint8Array): Uint8Array {
  return joined([leb128(bytes.length), bytes]);
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
