import { makeKey } from "../auth/api_key.ts";
import { newRecord } from "../auth/key_changes.ts";
import type { KeyRegister } from "../store/key_store.ts";
import { FAMILY_ID } from "../contracts/family_id.ts";
import { SCOPES } from "../contracts/scopes.ts";

const CANDIDATE = '{"marketId":1,"components":[{"strategyId":"yield-rsi"}]}';

/**
 * Prints the address of the server and commands for a first score. Without any key, and only on a
 * loopback address, it creates a development key for them.
 */
export async function printWelcome(
  { host, port, keys, print }: {
    readonly host: string;
    readonly port: number;
    readonly keys: Pick<KeyRegister, "hasAny" | "add">;
    readonly print: (text: string) => void;
  },
): Promise<void> {
  const origin = `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
  print(`Strategy arena listens on ${origin}`);
  const isKeyless = !await keys.hasAny();
  if (isKeyless && isLoopback(host)) {
    const key = await makeDevelopmentKey(keys);
    print(`Development key, shown this once: ${key}`);
    print(`A first score:\n\n${firstScore(origin, key)}\n`);
    return;
  }
  if (isKeyless) {
    print(`No key yet: deno task admin keys create --name NAME --scopes ${SCOPES.join(",")}`);
  }
  print(`A score, with a key in ARENA_KEY:\n\n${firstScore(origin, "$ARENA_KEY")}\n`);
}

async function makeDevelopmentKey(keys: Pick<KeyRegister, "add">): Promise<string> {
  const made = await makeKey();
  await keys.add(newRecord(made, { name: "development", scopes: SCOPES, createdAt: Date.now() }));
  return made.key;
}

/** Returns a command that prints a score: the response of a simulation is the body of an evaluation. */
function firstScore(origin: string, key: string): string {
  const url = `${origin}/v1/families/${FAMILY_ID}`;
  const curl = `curl -s -H "x-api-key: ${key}" -H "content-type: application/json"`;
  return [
    `${curl} -d '${CANDIDATE}' ${url}/simulations/summary |`,
    `  ${curl} -d @- ${url}/evaluations`,
  ].join("\n");
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127(\.\d{1,3}){3}$/.test(host);
}
