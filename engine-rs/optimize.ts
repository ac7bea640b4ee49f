/**
 * The options of wasm-opt. The compiler has already inlined; inlining again makes functions compress
 * worse, and so does splitting the data at its zeros. The low kilobyte of the memory is the end of the
 * stack, so no base address points to it. Functions that are called most get the short indices, and
 * names of tools are left out.
 */
const OPTIONS = [
  "-O3",
  "--one-caller-inline-max-function-size=1",
  "--skip-pass=memory-packing",
  "--low-memory-unused",
  "--enable-bulk-memory",
  "--enable-nontrapping-float-to-int",
  "--enable-sign-ext",
  "--enable-mutable-globals",
  "--reorder-functions",
  "--strip-producers",
  "--strip-target-features",
];

/**
 * Makes a module of a folder smaller and faster, in place.
 *
 * @throws {Error} if wasm-opt fails
 */
export async function optimize(folder: URL, name: string): Promise<void> {
  const args = [...OPTIONS, name, "-o", name];
  const { success } = await new Deno.Command("wasm-opt", { args, cwd: folder }).spawn().status;
  if (!success) throw new Error("Cannot build: wasm-opt failed");
}
