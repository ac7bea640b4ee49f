import type { Option } from "./command_line.ts";

/** Returns an option with a value: what stands for it, such as FILE, and its meaning. */
export function option(value: string, help: string): Option & { readonly type: "string" } {
  return { type: "string", value, help };
}
