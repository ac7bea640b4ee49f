import { assertEquals } from "@std/assert";
import { makeEngine } from "../../testing/arena.ts";
import { officialDatasets } from "../../testing/official.ts";
import { generateAgain } from "./generate_again.ts";

const engine = await makeEngine();
const datasets = await officialDatasets();

Deno.test("an official dataset is made again to the bit", async () => {
  await Promise.all(datasets.map(async ({ header, columns }) => {
    assertEquals(await generateAgain(engine, header), columns, header.marketKey);
  }));
});

Deno.test("what is not that of the generator is left to the server", async () => {
  const [first] = datasets;
  if (first === undefined || first.header.provenance.kind !== "synthetic") {
    throw new Error("there is no generated dataset");
  }
  const { header } = first;
  const provenance = { ...header.provenance, seed: 1 + first.header.provenance.seed };
  assertEquals(await generateAgain(engine, { ...header, provenance }), null);
  assertEquals(await generateAgain(engine, { ...header, marketKey: "mine" }), null);
  const refusing = {
    generateDataset: () => {
      throw new Error("an imported dataset is not generated");
    },
  };
  const imported = { kind: "import", source: "", importer: "", sourceSha256: "", filled: 0 };
  const other = { ...header, provenance: { ...imported, dropped: 0 } as typeof header.provenance };
  assertEquals(await generateAgain(refusing, other), null);
});
