import type { z } from "zod";
import type { ArenaClient } from "../client/client.ts";
import { readArguments } from "./arguments.ts";

/** A tool of the MCP server: its public definition, and the requests that it makes. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  /** One or two sentences for the model that picks the tool. */
  readonly description: string;
  /** Loose where the engine is strict, so that errors are the engine's, with paths and nearest words. */
  readonly input: z.ZodObject;
  /** Whether a call leaves the state of the arena as it is. */
  readonly isReadOnly: boolean;
  /** How to get entries that were left out of a long answer. */
  readonly more?: string;
  /**
   * Makes the requests of a call and returns its answer, an object to be serialised as JSON.
   *
   * @throws {ArenaProblem} when the service refuses a request
   */
  run(arena: ArenaClient, input: unknown): Promise<object>;
}

/** Makes a tool whose input has the type of its schema. */
export function tool<I extends z.ZodObject>(
  definition: Omit<Tool, "input" | "run"> & {
    readonly input: I;
    run(arena: ArenaClient, input: z.infer<I>): Promise<object>;
  },
): Tool {
  const { input, run } = definition;
  return { ...definition, run: (arena, given) => run(arena, readArguments(input, given)) };
}
