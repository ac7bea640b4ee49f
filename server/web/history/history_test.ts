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

const HASH = "a".repeat(64);
const CANDIDATE = { marketId: 1, components: [{ strategyId: "yield-rsi" }] };
const FIGURES = { score: 1, idle: 1, annualizedMeanReturn: 0, maxDrawdown: 0, fills: 1 };
const ROW = { hash: HASH, candidate: CANDIDATE, ...FIGURES, firstAt: 1, lastAt: 1, name: "" };
const FILE = writeWork({ rows: [{ ...ROW, note: "" }], pins: [], book: new Map() });

Deno.test("a row that comes before the store is read keeps the stored note", async () => {
  const rows = new Map([[JSON.stringify(HASH), { ...ROW, note: "calm" }]]);
  const { promise: isRead, resolve } = Promise.withResolvers<void>();
  fakeDatabase(new Map([["candidates", rows]]), isRead);
  Object.assign(globalThis, { BroadcastChannel: Channel });
  const tab = await openTab("late");
  const isImported = tab.importWork("work.json", FILE);
  await turn();
  resolve();
  assertEquals(await isImported, "work.json: 1 candidates, 0 of them new here.");
  assertEquals(tab.runHistory.value.rows.map(({ note }) => note), ["calm"]);
  assertEquals(rows.get(JSON.stringify(HASH))?.note, "calm");
});

Deno.test("a note is written and cleared in every tab", async () => {
  fakeDatabase();
  Object.assign(globalThis, { BroadcastChannel: Channel });
  const [one, other] = [await openTab("one"), await openTab("other")];
  await one.importWork("work.json", FILE);
  const notes = async (): Promise<readonly unknown[]> => {
    await turn();
    return [one, other].map((tab) => tab.runHistory.value.rows.map(({ note }) => note));
  };
  assertEquals(await notes(), [[""], [""]]);
  one.annotate(HASH, "note", "calm");
  assertEquals(await notes(), [["calm"], ["calm"]]);
  other.annotate(HASH, "note", "");
  assertEquals(await notes(), [[""], [""]]);
});
