import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import { systemClock } from "../../server/base/clock.ts";
import { FORMULA_VERSION } from "../../server/contracts/engine_constants.ts";
import { ApiError } from "../../server/base/errors.ts";
import { PostgresSql } from "../../server/store/postgres/connection.ts";
import { migrate } from "../../server/store/postgres/migrations.ts";
import { SqlKeyRegister, SqlKeyStore } from "../../server/store/sql_keys.ts";
import { addTrials, evaluatedTrials } from "../../server/store/search_trials.ts";
import { PostgresTrialStore } from "../../server/store/sql_trials.ts";
import { KEPT_MAX } from "../../server/store/trials.ts";
import { countTries } from "../../server/store/trial_rows.ts";
import { WriteBehind } from "../../server/store/write_behind.ts";
import { ManualClock } from "../../server/testing/clock.ts";
import { inTurn } from "../../server/testing/in_turn.ts";
import { testOnPostgres } from "../../server/testing/postgres.ts";
import { DATASET, trialOf } from "../../server/testing/trials.ts";
import { poll, until } from "../../server/testing/until.ts";
import { CONTRACT, makeRecord, type OpenStores } from "./contract.ts";

const DEADLINE_MS = 20_000;

/** Stores that write on demand. */
interface Opened extends OpenStores {
  readonly clock: ManualClock;
  readonly reports: readonly string[];
}

async function open(url: string): Promise<Opened> {
  const sql = new PostgresSql(url);
  await migrate(sql);
  const clock = new ManualClock();
  const reports: string[] = [];
  const keys = new SqlKeyStore(sql);
  const trials = new PostgresTrialStore(sql, systemClock, DEADLINE_MS);
  const writer = new WriteBehind(
    clock,
    { sql, close: () => sql.close() },
    [trials, keys],
    (line) => reports.push(line),
  );
  return {
    keys,
    register: new SqlKeyRegister(sql),
    trials,
    countTries: (...tries) => countTries(sql, ...tries),
    clock,
    reports,
    flush: () => writer.flush(),
    close: () => writer.close(),
  };
}

testOnPostgres("PostgreSQL passes the tests of every store", async (_, postgres, t) => {
  await inTurn(Object.entries(CONTRACT), async ([name, test]) => {
    const url = await postgres.database();
    await t.step(name, () => test(() => open(url)));
  });
});

testOnPostgres("concurrent evaluations on two servers are counted one by one", async (url) => {
  const servers = [await open(url), await open(url)];
  const numbers = Array.from({ length: 40 }, (_, index) => index);
  const counts = await Promise.all(numbers.map(async (number) => {
    const counted = await servers[number % 2]?.trials.count("key", trialOf(number));
    return counted?.count ?? 0;
  }));
  assertEquals(counts.toSorted((a, b) => a - b), numbers.map((number) => number + 1));
  await Promise.all(servers.map(({ close }) => close()));
});

testOnPostgres("searches and evaluations of two servers at once lose no trial", async (url) => {
  const servers = [await open(url), await open(url)];
  const searching = [new PostgresSql(url), new PostgresSql(url)];
  const numbers = Array.from({ length: 40 }, (_, index) => index);
  await Promise.all(numbers.map(async (number) => {
    await servers[number % 2]?.trials.count("key", trialOf(number));
    const trials = [trialOf(100 + number), trialOf(number), trialOf(100 + (number + 1) % 40)];
    await searching[number % 2]?.transaction((transaction) =>
      addTrials(transaction, evaluatedTrials("key", trials))
    );
  }));
  const counts = await servers[0]?.trials.count("key", trialOf(0));
  assertEquals(counts?.count, 80);
  await Promise.all([...servers, ...searching].map((each) => each.close()));
});

testOnPostgres(
  "PostgreSQL keeps as many candidates of a key as a file, and counts all",
  async (url, postgres) => {
    const { trials, flush, close } = await open(url);
    // The most that are kept, from number 1,000 on.
    const kept = `string_agg(decode(lpad(to_hex(n), 16, '0'), 'hex'), '' ORDER BY n)`;
    await postgres.sql(
      `INSERT INTO arena.evaluated
      SELECT 'key', decode('${DATASET}', 'hex'), ${FORMULA_VERSION}, ${kept}, 0
      FROM generate_series(1000, 1000 + ${KEPT_MAX} - 1) AS n`,
      url,
    );
    const count = async (number: number): Promise<number> =>
      (await trials.count("key", trialOf(number))).count;
    assertEquals(
      await inTurn([1_000, 5, 5, 90_000], count),
      [0, 1, 1, 2].map((more) => KEPT_MAX + more),
    );
    for (let number = 0; number < KEPT_MAX + 9; number++) trials.record("key", trialOf(number));
    await flush();
    const ratios = await postgres.sql(
      "SELECT length(ratios) / 16 FROM arena.sharpe_ratios",
      url,
    );
    assertEquals(Number(ratios), KEPT_MAX);
    await close();
  },
);

testOnPostgres("changes wait in memory until PostgreSQL is back", async (url, postgres) => {
  const { keys, register, trials, clock, reports, flush, close } = await open(url);
  const record = await makeRecord();
  await register.add(record);
  trials.record(record.id, trialOf(1, 1));
  await postgres.halt();
  keys.touch(record.id, 77);
  await assertRejects(flush);
  trials.record(record.id, trialOf(2, 2));
  trials.record(record.id, trialOf(1, 3));
  await assertRejects(() => keys.find(record.id));
  const { code } = await assertRejects(
    () => Promise.resolve(trials.count(record.id, trialOf(3))),
    ApiError,
  );
  assertEquals(code, "AUTH_UNAVAILABLE");
  clock.advance(1_000);
  await until(() => reports.length > 0);
  assertMatch(reports[0] ?? "", /^Cannot write trials and uses of keys, next try in 1 s: ./);
  await postgres.resume();
  await poll("a write", () => flush().then(() => true, () => false), (isWritten) => isWritten);
  assertEquals((await keys.find(record.id))?.lastUsedAt, 77);
  const counts = await trials.count(record.id, trialOf(4, 4));
  assertEquals([counts.count, counts.sharpeCount], [1, 3]);
  await close();
  await using again = new AsyncDisposableStack();
  const reopened = again.adopt(await open(url), (stores) => stores.close());
  const { count, sharpeCount } = await reopened.trials.count(record.id, trialOf(4));
  assertEquals([count, sharpeCount], [1, 3], "close() has written the rest");
});

testOnPostgres("a thread opens no more connections than it may", async (url) => {
  const sql = new PostgresSql(url, 4);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => sql.query("SELECT pg_backend_pid() AS pid")),
  );
  const processes = new Set(answers.map(([row]) => row?.["pid"]));
  await sql.close();
  assert(processes.size <= 4, `${processes.size} connections`);
});
