import { z } from "zod";
import { messageOf, StartError } from "../../../errors.ts";
import type { NumberRange } from "../../../search/engine_plan.ts";
import { Points } from "../../../search/points.ts";
import type { RangeStore } from "../../../search/run_stage.ts";
import type { Summary } from "../../../search/summary.ts";

/** The file that says what search a folder has. */
const IDENTITY = "search.json";
const PARTS = "parts";

/** What decides every number of a search: results of another are none of this one. */
export interface SearchIdentity {
  readonly plan: unknown;
  readonly versions: unknown;
  readonly datasets: unknown;
  readonly topMax: number;
  readonly keepsPoints: boolean;
}

const IdentitySchema = z.object({ search: z.literal(1), identity: z.unknown() });
const NAMES: Readonly<Record<keyof SearchIdentity, string>> = {
  plan: "plan",
  versions: "engine",
  datasets: "datasets",
  topMax: "--top",
  keepsPoints: "--points",
};

/**
 * The folder of a search. A range is two files at most, its points and then its summary; each is
 * written under another name and gets its own when it is complete, so that whatever ends the program
 * leaves ranges that are whole.
 */
export class SearchFolder implements RangeStore {
  readonly path: string;

  private constructor(path: string) {
    this.path = path;
  }

  /**
   * Opens a folder for a search, or makes it.
   *
   * @throws {StartError} when it holds something else
   */
  static async open(path: string, identity: SearchIdentity): Promise<SearchFolder> {
    const folder = new SearchFolder(path);
    const wanted = JSON.stringify({ search: 1, identity });
    try {
      await Deno.mkdir(`${path}/${PARTS}`, { recursive: true });
      const found = await readText(`${path}/${IDENTITY}`);
      if (found === null) {
        const others = (await Array.fromAsync(Deno.readDir(path)))
          .filter(({ name }) => name !== PARTS && !name.endsWith(PARTIAL_END));
        if (others.length > 0) {
          throw new StartError(
            `Cannot search into ${path}: it holds ${
              others[0]?.name
            } and no search, name an empty ` +
              "or a new folder with --out",
          );
        }
        await folder.write(IDENTITY, wanted);
      } else if (found !== wanted) throw new StartError(differenceOf(path, found, identity));
    } catch (cause) {
      if (cause instanceof StartError) throw cause;
      throw new StartError(`Cannot search into ${path}: ${messageOf(cause)}`, { cause });
    }
    return folder;
  }

  async load(stage: string, range: NumberRange): Promise<Summary | null> {
    const file = `${this.#part(stage, range.from)}.json`;
    const text = await readText(file);
    if (text === null) return null;
    try {
      const summary: Summary = JSON.parse(text);
      if (summary.count === range.count) return summary;
    } catch {
      // Told below.
    }
    throw new StartError(`Cannot read ${file}: it is damaged, remove it and start again`);
  }

  async save(
    stage: string,
    points: Points,
    summary: Summary,
    keepsPoints: boolean,
  ): Promise<void> {
    const name = `${PARTS}/${stage}/${points.from}`;
    await Deno.mkdir(`${this.path}/${PARTS}/${stage}`, { recursive: true });
    if (keepsPoints) await this.write(`${name}.f64`, new Uint8Array(points.numbers.buffer));
    await this.write(`${name}.json`, JSON.stringify(summary));
  }

  async points(stage: string, range: NumberRange, names: readonly string[]): Promise<Points> {
    const file = `${this.#part(stage, range.from)}.f64`;
    const bytes = await Deno.readFile(file);
    const numbers = new Float64Array(bytes.buffer, 0, Math.floor(bytes.length / 8));
    if (numbers.length === range.count * names.length) {
      return new Points(range.from, names, numbers);
    }
    throw new StartError(`Cannot read ${file}: it is damaged, remove it and its .json file`);
  }

  /** Writes a file of the folder, all of it or nothing. */
  async write(name: string, content: string | Uint8Array): Promise<void> {
    const file = `${this.path}/${name}`;
    const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
    try {
      await Deno.writeFile(file + PARTIAL, bytes);
      await Deno.rename(file + PARTIAL, file);
    } catch (cause) {
      throw new StartError(
        `Cannot write ${file}: ${messageOf(cause)}; what is done is kept, the same command goes on`,
        { cause },
      );
    }
  }

  #part(stage: string, from: number): string {
    return `${this.path}/${PARTS}/${stage}/${from}`;
  }
}

/** End of the name of a file that is being written; each process has its own. */
const PARTIAL_END = ".partial";
export const PARTIAL = `.${Deno.pid}${PARTIAL_END}`;

async function readText(path: string): Promise<string | null> {
  try {
    return await Deno.readTextFile(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}

function differenceOf(path: string, found: string, identity: SearchIdentity): string {
  let known: unknown = null;
  try {
    known = IdentitySchema.parse(JSON.parse(found)).identity;
  } catch {
    return `Cannot search into ${path}: its ${IDENTITY} is not that of a search`;
  }
  const others = known as Partial<SearchIdentity>;
  const names = (Object.keys(NAMES) as (keyof SearchIdentity)[])
    .filter((name) => JSON.stringify(others[name]) !== JSON.stringify(identity[name]))
    .map((name) => NAMES[name]);
  return `Cannot search into ${path}: it holds the results of another search (${
    names.join(", ")
  } differ), name another folder with --out`;
}
