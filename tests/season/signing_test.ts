import { assert, assertEquals, assertRejects } from "@std/assert";
import { StartError } from "../../server/base/errors.ts";
import { openSigner } from "../../server/process/signing.ts";
import { ManualClock } from "../../server/testing/clock.ts";

const SEEDS = ["40".repeat(32), "60".repeat(32)] as const;
const publicUrl = "https://arena.example";

async function withKeyFile(work: (path: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  const path = `${folder}/signing.key`;
  try {
    await Deno.writeTextFile(path, `${SEEDS[0]}\n`, { mode: 0o600 });
    await work(path);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

function unexpected(sentence: string): never {
  throw new Error(sentence);
}

Deno.test("a server without a key file signs nothing", async () => {
  const clock = new ManualClock();
  assertEquals(await openSigner({ signingKeyFile: null, publicUrl }, clock, unexpected), null);
});

Deno.test("a key file that others may read, or without a key, is a start error", async () => {
  await withKeyFile(async (signingKeyFile) => {
    const open = (): Promise<unknown> =>
      openSigner({ signingKeyFile, publicUrl }, new ManualClock(), unexpected);
    await Deno.chmod(signingKeyFile, 0o640);
    await assertRejects(open, StartError, "its mode is 0640, must be 0600; run chmod 600");
    await Deno.writeTextFile(signingKeyFile, "secret\n");
    await Deno.chmod(signingKeyFile, 0o600);
    const error = await assertRejects(open, StartError, "must be 64 hexadecimal digits");
    assert(!error.message.includes("secret"));
    await Deno.remove(signingKeyFile);
    await assertRejects(open, StartError, "Cannot read the signing key");
  });
});

Deno.test("a running server signs with a rotated key, and keeps its key when the file is gone", async () => {
  await withKeyFile(async (signingKeyFile) => {
    const clock = new ManualClock();
    const reports: string[] = [];
    const report = (sentence: string): void => void reports.push(sentence);
    const signer = await openSigner({ signingKeyFile, publicUrl }, clock, report);
    const keyId = async (): Promise<string | undefined> => (await signer?.sign({}))?.keyId;
    const first = await keyId();
    await Deno.writeTextFile(`${signingKeyFile}.new`, `${SEEDS[1]}\n`, { mode: 0o600 });
    await Deno.utime(`${signingKeyFile}.new`, 1, 1);
    await Deno.rename(`${signingKeyFile}.new`, signingKeyFile);
    assertEquals(await keyId(), first);
    clock.advance(1_000);
    const second = await keyId();
    assert(second !== first);
    await Deno.remove(signingKeyFile);
    clock.advance(1_000);
    assertEquals([await keyId(), reports.length], [second, 1]);
  });
});
