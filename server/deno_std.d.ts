// Types of the few functions that are used from deno-std, whose npm build carries none.
// `compilerOptions.types` names this file; with the jsr: packages it is deleted.

declare module "@std/csv/parse" {
  /** Parses RFC 4180 text into rows of fields. Throws a `SyntaxError` on a stray quote. */
  export function parse(text: string, form?: { readonly separator: string }): string[][];
}

declare module "@std/yaml/parse" {
  /** Parses YAML 1.2 with anchors and merge keys. Throws a `SyntaxError` on anything else. */
  export function parse(text: string): unknown;
}

declare module "@std/assert" {
  export function assert(condition: unknown, message?: string): asserts condition;
  export function assertEquals<T>(actual: T, expected: T, message?: string): void;
  export function assertExists<T>(
    actual: T,
    message?: string,
  ): asserts actual is NonNullable<T>;
  export function assertInstanceOf<T>(
    actual: unknown,
    expected: abstract new (...parameters: never[]) => T,
    message?: string,
  ): asserts actual is T;
  export function assertMatch(actual: string, expected: RegExp, message?: string): void;
  export function assertNotEquals<T>(actual: T, expected: T, message?: string): void;
  export function assertNotMatch(actual: string, expected: RegExp, message?: string): void;
  export function assertRejects(
    action: () => PromiseLike<unknown>,
    message?: string,
  ): Promise<unknown>;
  export function assertRejects<E extends Error>(
    action: () => PromiseLike<unknown>,
    kind: abstract new (...parameters: never[]) => E,
    messageIncludes?: string,
    message?: string,
  ): Promise<E>;
  export function assertStringIncludes(actual: string, expected: string, message?: string): void;
  export function assertThrows(action: () => unknown, message?: string): unknown;
  export function assertThrows<E extends Error>(
    action: () => unknown,
    kind: abstract new (...parameters: never[]) => E,
    messageIncludes?: string,
    message?: string,
  ): E;
}
