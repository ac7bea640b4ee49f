/**
 * Maintains the official datasets and what is measured on them: `deno task datasets:official VERB`.
 * `README.md` describes the verbs.
 *
 * @module
 */

const USAGE = `Usage: deno task datasets:official generate | passive | real | defaults
  deno task datasets:official seeds [LIMIT]
  deno task datasets:official sister --market M --path S [--timeframe hourly|daily] [--reference]
  deno task datasets:official statistics [FOLDER]
`;

async function run([verb, ...words]: readonly string[]): Promise<void> {
  // Each verb loads only its own module.
  if (verb === "generate") return (await import("./generate.ts")).runGenerate();
  if (verb === "seeds") return (await import("./seeds.ts")).runSeeds(words);
  if (verb === "passive") return (await import("./passive.ts")).runPassive();
  if (verb === "real") return (await import("./calibrate_real.ts")).runReal();
  if (verb === "defaults") return (await import("./default_verdicts.ts")).runDefaults();
  if (verb === "sister") return (await import("./sister.ts")).runSister(words);
  if (verb === "statistics") return (await import("./report.ts")).runStatistics(words);
  Deno.stderr.writeSync(new TextEncoder().encode(USAGE));
  Deno.exit(2);
}

await run(Deno.args);
