import { assertEquals } from "@std/assert";
import { sha256Hex } from "../../base/hash.ts";
import { makeEngine, officialDatasets } from "../../testing/official.ts";
import { generateAgain } from "./files.ts";
import type { DatasetSource } from "./messages.ts";

const engine = await makeEngine();
const sources = await Promise.all((await officialDatasets()).map(async ({ header, columns }) => {
  const source: DatasetSource = { header, url: "", columnsSha256: await sha256Hex(columns) };
  return { source, columns };
}));

Deno.test("an official dataset is made again to the bit", async () => {
  await Promise.all(sources.map(async ({ source, columns }) => {
    assertEquals(await generateAgain(engine, source), columns, source.header.marketKey);
  }));
});

Deno.test("what is not that of the generator is left to the server", async () => {
  const source = sources[0]?.source;
  if (source?.header.provenance.kind !== "synthetic") {
    throw new Error("there is no generated dataset");
  }
  const { header } = source;
  const provenance = { ...header.provenance, seed: 1 + source.header.provenance.seed };
  assertEquals(await generateAgain(engine, { ...source, header: { ...header, provenance } }), null);
  const unknown = { ...header, marketKey: "mine" };
  assertEquals(await generateAgain(engine, { ...source, header: unknown }), null);
  const refusing = {
    generateColumns: () => {
      throw new Error("an imported dataset is not generated");
    },
  };
  const imported = { kind: "import", source: "", importer: "", sourceSha256: "", filled: 0 };
  const other = { ...header, provenance: { ...imported, dropped: 0 } as typeof header.provenance };
  assertEquals(await generateAgain(refusing, { ...source, header: other }), null);
});
