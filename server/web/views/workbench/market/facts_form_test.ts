import { assertEquals } from "@std/assert";
import { inFields } from "./facts_form.tsx";

Deno.test("sentences of the importer name the fields of the page", () => {
  for (
    const [said, shown] of [
      ["--expiry is missing, must be given", "“Expiry” is missing, must be given"],
      ["say --end 2026-02-03T00:00:00Z when", "say “Last bar” 2026-02-03T00:00:00Z when"],
      [
        "no column is read: say --map NAME=COLUMN",
        "no column is read: choose it in the table of columns",
      ],
      [
        "perhaps --map publishedApy=apy,tvlUsd=tvl --asset-usd 1",
        "perhaps choose in the table of columns: apy is publishedApy, tvl is tvlUsd “Price of the asset in USD” 1",
      ],
      ["read as events:FILE", "read as “Its rows are” a row per change"],
    ] as const
  ) assertEquals(inFields(said), shown);
});
