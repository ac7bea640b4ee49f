import { assert, assertEquals } from "@std/assert";
import { sha256Hex } from "../../server/base/hash.ts";
import type { SeasonDefinition } from "../../server/contracts/season.ts";
import { writeArena } from "../../server/season/command/export.ts";
import { ArenaFolder } from "../../server/season/service/arena_folder.ts";
import { EMPTY_ARENA, NO_PRACTICE } from "../../server/season/service/empty_arena.ts";
import type { ArenaStore } from "../../server/season/store/arena_store.ts";
import { openSqliteArena } from "../../server/season/store/open.ts";
import { type Arena, type ArenaOptions, makeArena } from "../../server/testing/arena.ts";
import { ManualClock } from "../../server/testing/clock.ts";
import { withFolder } from "../../server/testing/folder.ts";
import { REVEAL } from "../../server/testing/reveal.ts";

/** More than is in memory for a caller at once. */
const MATRIX = new Uint8Array(2_500_000).map((_, at) => at % 251);

/** Adds a scored season without entries, whose board has made-up bytes; returns the board. */
async function addScored({ seasons }: ArenaStore): Promise<string> {
  const season = (await seasons.find("autumn-1"))?.definition;
  const [board = ""] = season?.boards ?? [];
  const past = { ...season, opensAt: "2026-01-01T00:00:00Z", closesAt: "2026-02-01T00:00:00Z" };
  await seasons.create({ ...past as SeasonDefinition, seasonId: "past-1", boards: [board] });
  await seasons.reveal("past-1", REVEAL);
  await seasons.saveBoard("past-1", {
    board,
    head: '{"head":{},"rows":[]}',
    rows: '{"rows":[]}\n{"rows":[{}]}',
    leaders: 0,
    matrix: MATRIX,
    matrixHash: await sha256Hex(MATRIX),
    boardHash: "1".repeat(64),
    receiptOf: () => Promise.resolve(null),
  });
  return board;
}

async function withArena(
  work: (arena: Arena, board: string) => Promise<void>,
  options: ArenaOptions = {},
): Promise<void> {
  const arena = await makeArena(options);
  try {
    await work(arena, await addScored(arena.arenaStore));
  } finally {
    arena.closeSearches();
  }
}

/** Requests without a key: what is public. */
function get(arena: Arena, path: string, headers: HeadersInit = {}): Promise<Response> {
  return arena.fetch(new Request(`http://arena.test/arena/${path}`, { headers }));
}

async function bytesOf(response: Response): Promise<Uint8Array> {
  return new Uint8Array(await response.arrayBuffer());
}

Deno.test("the exported folder has the bytes that the server answers, without a key", async () => {
  await withArena(async (arena) => {
    const { arenaStore: store, clock } = arena;
    const folder = new ArenaFolder({ store, practice: NO_PRACTICE, clock });
    await withFolder(async (into) => {
      const paths = await folder.paths();
      assertEquals(await writeArena(folder, into), paths.length);
      assert(paths.includes("past-1/season.json") && paths.includes("autumn-1/season.json"));
      for (const path of paths) {
        const response = await get(arena, path);
        assertEquals(response.status, 200, path);
        assertEquals(await bytesOf(response), await Deno.readFile(`${into}/${path}`), path);
      }
    });
  });
});

Deno.test("a stranger who asks a hundred times has a file made once a second", async () => {
  await withArena(async ({ arenaStore: store, clock }) => {
    let [lists, finds] = [0, 0];
    const seasons = new Proxy(store.seasons, {
      get: (of, name): unknown => {
        if (name === "list") lists++;
        if (name === "find") finds++;
        const member = Reflect.get(of, name);
        return typeof member === "function" ? member.bind(of) : member;
      },
    });
    const folder = new ArenaFolder({ store: { ...store, seasons }, practice: NO_PRACTICE, clock });
    for (let asked = 0; asked < 100; asked++) await folder.file("seasons.json");
    assertEquals(lists, 1);
    clock.advance(1_000);
    await Promise.all(Array.from({ length: 100 }, () => folder.file("seasons.json")));
    assertEquals(lists, 2);
    for (let asked = 0; asked < 100; asked++) await folder.file(`autumn-1/no-${asked}.json`);
    assertEquals(finds, 1);
    clock.advance(1_000);
    await folder.file("autumn-1/season.json");
    assertEquals(finds, 2);
  });
});

Deno.test("files of a scored season are cached for good, all others for ten seconds", async () => {
  await withArena(async (arena, board) => {
    for (const path of ["season.json", `${board}.json`, `${board}-rows-2.json`, `${board}.f64`]) {
      const response = await get(arena, `past-1/${path}`);
      await response.body?.cancel();
      assertEquals(
        response.headers.get("cache-control"),
        "public, max-age=31536000, immutable",
        path,
      );
    }
    for (const path of ["seasons.json", "log.json", "past-1/names.json", "autumn-1/season.json"]) {
      const { headers } = await get(arena, path);
      assertEquals(headers.get("cache-control"), "public, max-age=10", path);
    }
  });
});

Deno.test("a file that a caller has is not sent again, also when it is compressed", async () => {
  await withArena(async (arena) => {
    const first = await get(arena, "seasons.json", { "accept-encoding": "gzip" });
    const etag = first.headers.get("etag") ?? "";
    assertEquals(first.headers.get("content-encoding"), "gzip");
    const again = await get(arena, "seasons.json", { "if-none-match": etag });
    assertEquals([again.status, (await bytesOf(again)).length], [304, 0]);
    await arena.arenaStore.seasons.void("autumn-1", "a test");
    const changed = await get(arena, "seasons.json", { "if-none-match": etag });
    assertEquals(changed.status, 200);
    assert((await changed.text()).includes("a test"));
  });
});

Deno.test("a range of a matrix is sent alone, and all of it in parts", async () => {
  await withArena(async (arena, board) => {
    const path = `past-1/${board}.f64`;
    assertEquals(await bytesOf(await get(arena, path)), MATRIX);
    for (
      const [range, from, to] of [
        ["bytes=8-15", 8, 16],
        ["bytes=999990-1000009", 999_990, 1_000_010],
        ["bytes=100-1200099", 100, 1_200_100],
        ["bytes=2499999-9999999", 2_499_999, 2_500_000],
        ["bytes=2499990-", 2_499_990, 2_500_000],
      ] as const
    ) {
      const response = await get(arena, path, { range });
      const wanted = `bytes ${from}-${to - 1}/${MATRIX.length}`;
      assertEquals([response.status, response.headers.get("content-range")], [206, wanted]);
      assertEquals(response.headers.get("content-length"), String(to - from));
      assertEquals(await bytesOf(response), MATRIX.slice(from, to), range);
    }
    const beyond = await get(arena, path, { range: "bytes=2500000-" });
    assertEquals([beyond.status, await beyond.text()], [416, ""]);
    for (const range of ["bytes=9-8", "bytes=-5", "bytes=0-1,4-5", "pages=1-2"]) {
      const whole = await get(arena, path, { range });
      await whole.body?.cancel();
      assertEquals(whole.status, 200, range);
    }
  });
});

Deno.test("a range of a matrix is read without the rest", async () => {
  await withArena(async ({ arenaStore: store, clock }, board) => {
    let read = 0;
    const seasons = new Proxy(store.seasons, {
      get: (of, name): unknown => {
        const member = Reflect.get(of, name);
        if (typeof member !== "function") return member;
        return async (...args: unknown[]): Promise<unknown> => {
          const answer = await member.apply(of, args);
          if (name === "matrix") read += answer.bytes.length;
          return answer;
        };
      },
    });
    const folder = new ArenaFolder({ store: { ...store, seasons }, practice: NO_PRACTICE, clock });
    const file = await folder.arenaFile(`past-1/${board}.f64`, 999_999, 2);
    assertEquals([file?.bytes, file?.size], [MATRIX.slice(999_999, 1_000_001), MATRIX.length]);
    assertEquals(read, 2);
  });
});

Deno.test("no other path is in the folder, and entries of an open season are not", async () => {
  await withArena(async (arena, board) => {
    for (
      const path of [
        "",
        "log-2.json",
        "log-0.json",
        "autumn-1/names.json",
        "autumn-1/entries-1.json",
        `autumn-1/${board}.json`,
        "past-1/entries-1.json",
        `past-1/${board}-rows-3.json`,
        `past-1/${board}-rows-0.json`,
        `past-1/${board}-rows-01.json`,
        "past-1/other-daily.f64",
        "past-1/..%2fseason.json",
        "past-1/a/season.json",
        "past-9/season.json",
      ]
    ) {
      const response = await get(arena, path);
      assertEquals([response.status, (await response.json()).code], [404, "NOT_FOUND"], path);
    }
  });
});

Deno.test("an arena without a store has the same files as one without seasons", async () => {
  const clock = new ManualClock();
  const store = openSqliteArena(":memory:", clock);
  try {
    const folder = new ArenaFolder({ store, practice: NO_PRACTICE, clock });
    const paths = await folder.paths();
    assertEquals(paths, ["seasons.json", "keys.json", "log.json"]);
    for (const path of paths) {
      assertEquals((await EMPTY_ARENA.arenaFile(path))?.bytes, (await folder.file(path))?.bytes);
    }
    for (const path of ["log-1.json", "constructor", "__proto__"]) {
      assertEquals(await EMPTY_ARENA.arenaFile(path), null, path);
    }
  } finally {
    await store.close();
  }
});

Deno.test("an address without a key has a budget of requests and bytes; others and keys keep theirs", async () => {
  await withArena(async (arena, board) => {
    const read = async (path: string, address = "192.0.2.7"): Promise<Response> =>
      await arena.request(`/arena/${path}`, { headers: { "x-api-key": "" } }, address);
    const statuses = async (path: string, count: number): Promise<readonly number[]> =>
      await Promise.all(Array.from({ length: count }, async () => (await read(path)).status));
    // The matrix, of 2,500,000 bytes, costs 1 and 38 for its bytes; a missing file costs 21.
    const matrix = await read(`past-1/${board}.f64`);
    assertEquals([matrix.status, (await bytesOf(matrix)).length], [200, MATRIX.length]);
    assertEquals(await statuses("past-1/unknown.json", 1), [404]);
    assertEquals(await statuses("seasons.json", 1), [429]);
    const refused = await read("seasons.json");
    assertEquals([refused.status, refused.headers.get("retry-after")], [429, "1"]);
    const { code, policy, retryAfterMs } = await refused.json();
    assertEquals([code, policy, retryAfterMs], ["RATE_LIMIT_EXCEEDED", "address", 1000]);

    assertEquals((await read("seasons.json", "192.0.2.8")).status, 200);
    assertEquals((await arena.request("/v1/families", {}, "192.0.2.7")).status, 200);
    assertEquals((await arena.request("/", {}, "192.0.2.7")).status, 200);
    arena.clock.advance(3_000);
    assertEquals(await statuses("seasons.json", 4), [200, 200, 200, 429]);
    // A range costs its bytes alone, and what is known costs the request alone.
    arena.clock.advance(60_000);
    const etag = (await read("seasons.json")).headers.get("etag") ?? "";
    const headers = { "x-api-key": "", "if-none-match": etag };
    const known = await arena.request("/arena/seasons.json", { headers }, "192.0.2.7");
    assertEquals(known.status, 304);
    const range = { "x-api-key": "", "range": "bytes=0-65535" };
    const part = await arena.request(`/arena/past-1/${board}.f64`, { headers: range }, "192.0.2.7");
    assertEquals([part.status, (await bytesOf(part)).length], [206, 65_536]);
    assertEquals((await statuses("keys.json", 60)).filter((status) => status === 200).length, 56);
  }, { limits: { addressUnitsPerMinute: 60 } });
});
