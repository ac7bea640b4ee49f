import { assert, assertEquals } from "@std/assert";
import { signingKeyOf } from "../../server/process/signing_key.ts";
import { ReceiptSchema } from "../../server/contracts/receipt.ts";
import { isSigned } from "../../server/season/rules/receipt.ts";
import { keyTagOf } from "../../server/season/rules/key_tag.ts";
import type { Finding } from "../../server/season/verify/finding.ts";
import { verify } from "../../server/season/verify/verify.ts";
import { LocalVerifyEngine } from "../../server/season/verify/verify_engine.ts";
import { arenaDatasets, CANDIDATE, FAMILY, makeArena } from "../../server/testing/arena.ts";
import { inTurn } from "../../server/testing/in_turn.ts";
import { makeEngine } from "../../server/testing/official.ts";
import { signerOf } from "../../server/testing/season.ts";

const key = signingKeyOf(new Uint8Array(32).fill(3));
const signer = signerOf(key, "https://arena.example");
const keys = [{
  keyId: key.keyId,
  publicKey: key.publicKey,
  from: "2000-01-01T00:00:00Z",
  until: null,
}];

/** A caller's own names may be those of members of an evaluation. */
const NAMED = {
  marketId: 1,
  components: [{
    strategyId: "expression",
    strategyParams: {
      enter: "series > 1",
      exit: "series < 0",
      series: "zscore(logYield, verdict)",
      verdict: 20,
    },
  }],
};

Deno.test("an evaluation has a receipt, which anyone verifies by running the candidate", async () => {
  await inTurn([CANDIDATE, NAMED], expectReceipt);
});

async function expectReceipt(candidate: unknown): Promise<void> {
  const arena = await makeArena({ signer });
  const simulated = await (await arena.post(`${FAMILY}/simulations/summary`, candidate)).json();
  const answer = await arena.post(`${FAMILY}/evaluations`, simulated);
  const { data } = await answer.json();
  const payload = JSON.parse(data.receipt.payload);
  const id = arena.records.at(-1)?.keyId ?? "";
  assertEquals(payload.keyTag, await keyTagOf("", id));
  assertEquals([payload.kind, payload.issuer], ["arena-evaluation-1", "https://arena.example"]);

  const datasets = arenaDatasets;
  const engine = await makeEngine(datasets);
  const findings: readonly Finding[] = await Array.fromAsync(
    verify(new TextEncoder().encode(JSON.stringify(data)), {
      files: { place: "nowhere", read: () => Promise.resolve(null) },
      engine: new LocalVerifyEngine(engine, datasets),
      sample: null,
      random: Math.random,
      keys: { list: keys, place: "the reader" },
      head: null,
    }),
  );
  assertEquals(findings.map(({ step, outcome }) => [step, outcome]), [
    ["signature", "holds"],
    ["log", "skipped"],
    ["evaluation", "holds"],
  ], JSON.stringify(findings));
}

Deno.test("a signature has one text: blanks and other spellings of its bytes are refused", async () => {
  const receipt = key.sign({ kind: "test" });
  const { signature } = receipt;
  assert(await isSigned(receipt, key));
  assert(ReceiptSchema.safeParse(receipt).success);
  const others = [
    `${signature.slice(0, 40)} ${signature.slice(40)}`,
    `${signature}\n`,
    signature.slice(0, -2),
    signature.replace("==", "= ="),
  ];
  for (const other of others) {
    assert(!await isSigned({ ...receipt, signature: other }, key), other);
    assert(!ReceiptSchema.safeParse({ ...receipt, signature: other }).success, other);
  }
});

Deno.test("without a signing key the receipt is null, and all else is the same", async () => {
  const answers = [];
  for (const options of [{}, { signer }]) {
    const arena = await makeArena(options);
    const simulated = await (await arena.post(`${FAMILY}/simulations/summary`, CANDIDATE)).json();
    const response = await arena.post(`${FAMILY}/evaluations`, simulated);
    const { receipt, ...rest } = (await response.json()).data;
    answers.push({ hasReceipt: receipt !== null, rest });
  }
  const [without, signed] = answers;
  assertEquals([without?.hasReceipt, signed?.hasReceipt], [false, true]);
  assertEquals(without?.rest, signed?.rest);
});
