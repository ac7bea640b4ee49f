import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { verified } from "../../../state/evaluations.ts";
import { candidate, isServed } from "../../../state/state.ts";
import type { Candidate } from "../../../../contracts/candidate.ts";
import { headline } from "../../../../wording/verdict.ts";
import { originOf } from "../../../../contracts/market_ids.ts";
import { score } from "../../../background.ts";
import { type DataColumn, DataTable } from "../../../components/data_table.tsx";
import { Notice } from "../../../components/notice.tsx";
import { type Comparison, type Verification, verify } from "./comparison.ts";
import { Choice, Form } from "../../../components/choice.tsx";
import { type Snippet, SNIPPETS } from "./snippets.ts";
import { useAction } from "../../../hooks.ts";
import { KeyField } from "../../../components/fields.tsx";
import { CopyText } from "../../../components/copy_link.tsx";
import { apiKey } from "../../../state/preferences.ts";

/** Verification of the candidate on the server, and code to paste. */
export function VerifyView(): VNode {
  return (
    <div class="server-view">
      <Verify key={JSON.stringify(candidate.value)} candidate={candidate.value} />
      <Snippets candidate={candidate.value} />
    </div>
  );
}

/** Runs the candidate on the server as well and compares the results. */
function Verify({ candidate }: { readonly candidate: Candidate }): VNode {
  const isNotServed = !isServed(candidate.marketId);
  const { isPending, reason, result, start } = useAction(async () => {
    const verification = await verify(candidate, await score(candidate));
    verified.value = { of: JSON.stringify(candidate), isSame: verification.isSame };
    return verification;
  });
  return (
    <section>
      <h2>Verify on the server</h2>
      <Form class="verify-form row" submit={start}>
        <KeyField />
        <button
          type="submit"
          class="primary"
          disabled={isNotServed || apiKey.value === "" || isPending}
          aria-describedby={isNotServed ? "not-served" : undefined}
        >
          Verify
        </button>
      </Form>
      {isNotServed && (
        <p id="not-served" class="aside strong">
          {originOf(candidate.marketId) === "mine"
            ? "This market is yours alone: the server does not have its bars, and the page does not " +
              "send them. Choose a market of the server to verify a candidate."
            : "Only the page runs this market. To verify a candidate on it, let the server run it too: " +
              "main.ts datasets enable, then start it again."}
        </p>
      )}
      <p class="aside">
        The server prints a key at its first start. It runs the candidate and evaluates the
        simulation of this page, which costs 10 compute units per component plus 1. The candidate
        then counts once as a try of the key on this dataset.
      </p>
      {reason !== null && <Notice title={reason} retry={start} />}
      <div role="status">
        {isPending && <p class="aside">Asking the server</p>}
        {result !== null && !isPending && <Findings verification={result} />}
      </div>
    </section>
  );
}

function Findings({ verification: { comparisons, isSame, verdict } }: {
  readonly verification: Verification;
}): VNode {
  const different = comparisons.filter((one) => !one.isSame).map(({ name }) => name);
  return (
    <>
      <p class={isSame ? "verdict good" : "verdict bad"}>
        {isSame
          ? "✓ Same bytes: page and server computed the same result."
          : `Not the same: page and server differ in ${different.join(", ")}.`}
      </p>
      {!isSame && <p class="aside">{explain(different)}</p>}
      {verdict !== null && <p class="aside">With the tries of this key: {headline(verdict)}.</p>}
      <details class="more" open={!isSame}>
        <summary>
          {`${comparisons.length} versions and hashes, ${
            isSame ? "all the same" : `${different.length} different`
          }`}
        </summary>
        <DataTable
          label="Evidence of page and server"
          head={{ title: "Evidence", cell: ({ name }) => name }}
          columns={COLUMNS}
          rows={comparisons}
        />
      </details>
    </>
  );
}

const COLUMNS: readonly DataColumn<Comparison>[] = [
  { title: "This page", kind: "words", cell: ({ page }) => <code>{shortened(page)}</code> },
  { title: "Server", kind: "words", cell: ({ server }) => <code>{shortened(server)}</code> },
  {
    title: "Same",
    tone: ({ isSame }) => isSame ? "good" : "bad",
    cell: ({ isSame }) => isSame ? "yes" : "no",
  },
];

/** Explains a difference and suggests what to do. */
function explain(different: readonly string[]): string {
  const isOther = different.some((name) => name.endsWith("Version") || name === "catalogueHash");
  if (isOther) return "The server runs a different engine: reload the page.";
  if (different.includes("datasetHash")) {
    return "The server has a different dataset: reload the page.";
  }
  return "The same engine gave a different result on the same dataset. That must not happen: " +
    "please report it with this address.";
}

const SHOWN_LENGTH = 24;

function shortened(text: string): string {
  return text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text;
}

/** The candidate as code to paste. */
function Snippets({ candidate }: { readonly candidate: Candidate }): VNode {
  const [id, setId] = useState<Snippet["id"]>("curl");
  const isHere = !isServed(candidate.marketId);
  const snippets = SNIPPETS.filter(({ needs }) => !isHere || needs === "");
  const snippet = snippets.find((one) => one.id === id) ?? snippets[0];
  const text = snippet?.write(candidate, location.origin) ?? "";
  return (
    <section>
      <h2>Use it in code</h2>
      <p class="snippet-head row">
        <Choice<Snippet["id"]>
          legend="Language"
          options={snippets.map((one) => ({ value: one.id, label: one.title }))}
          value={snippet?.id ?? id}
          choose={setId}
        />
        <CopyText key={snippet?.id} text={text} />
      </p>
      <pre class="snippet" tabIndex={0} role="region" aria-label={snippet?.title}>{text}</pre>
      {snippet !== undefined && snippet.needs !== "" && (
        <p class="aside">Needs {snippet.needs}. It prints the score.</p>
      )}
    </section>
  );
}
