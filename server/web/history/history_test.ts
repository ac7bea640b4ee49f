import { assertEquals } from "@std/assert";
import { fakeDatabase } from "../../testing/fake_database.ts";
import { turn } from "../../testing/until.ts";
import type * as History from "./history.ts";
import { writeWork } from "./work_file.ts";

/** A channel between the tabs of one browser. */
class Channel {
  static readonly all: Channel[] = [];
  onmessage: (event: { readonly data: unknown }) => void = () => {};

  constructor() {
    Channel.all.push(this);
  }

  postMessage(data: unknown): void {
    for (const one of Channel.all) if (one !== this) one.onmessage({ data });
  }
}

/** Opens a tab: its history is a module of its own. */
async function openTab(name: string): Promise<typeof History> {
  const tab = await import(new URL(`history.ts?${name}`, import.meta.url).href);
  tab.startHistory();
  return tab;
}

Deno.test("a note is written and cleared in every tab", async () => {
  fakeDatabase();
  Object.assign(globalThis, { BroadcastChannel: Channel });
  const [one, other] = [await openTab("one"), await openTab("other")];
  const hash = "a".repeat(64);
  const candidate = { marketId: 1, components: [{ strategyId: "yield-rsi" }] };
  const figures = { score: 1, idle: 1, annualizedMeanReturn: 0, maxDrawdown: 0, fills: 1 };
  const row = { hash, candidate, ...figures, firstAt: 1, lastAt: 1, note: "", name: "" };
  one.importWork("work.json", writeWork({ rows: [row], pins: [], book: new Map() }));
  const notes = async (): Promise<readonly unknown[]> => {
    await turn();
    return [one, other].map((tab) => tab.runHistory.value.rows.map(({ note }) => note));
  };
  assertEquals(await notes(), [[""], [""]]);
  one.annotate(hash, "note", "calm");
  assertEquals(await notes(), [["calm"], ["calm"]]);
  other.annotate(hash, "note", "");
  assertEquals(await notes(), [[""], [""]]);
});
