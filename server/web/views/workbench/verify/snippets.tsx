import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { Candidate } from "../../../../contracts/candidate.ts";
import { Choice } from "../../../components/choice.tsx";
import { isServed } from "../../../state.ts";
import { type Snippet, SNIPPETS } from "../../../model/snippets.ts";

/** The candidate as code to paste. */
export function Snippets({ candidate }: { readonly candidate: Candidate }): VNode {
  const [id, setId] = useState<Snippet["id"]>("curl");
  const [said, setSaid] = useState("");
  const isHere = !isServed(candidate.marketId);
  const snippets = SNIPPETS.filter(({ needs }) => !isHere || needs === "");
  const snippet = snippets.find((one) => one.id === id) ?? snippets[0];
  const text = snippet?.write(candidate, location.origin) ?? "";
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid("Copied");
    } catch {
      setSaid("The browser does not allow copying: select the text instead");
    }
  };
  return (
    <section>
      <h2>Use it in code</h2>
      <p class="snippet-head row">
        <Choice
          legend="Language"
          options={snippets.map((one) => ({ value: one.id, label: one.title }))}
          value={snippet?.id ?? id}
          choose={(chosen) => {
            setId(chosen);
            setSaid("");
          }}
        />
        <button type="button" onClick={copy}>Copy</button>
        <span role="status" class="aside">{said}</span>
      </p>
      <pre class="snippet" tabIndex={0} role="region" aria-label={snippet?.title}>{text}</pre>
      {snippet !== undefined && snippet.needs !== "" && (
        <p class="aside">Needs {snippet.needs}. It prints the score.</p>
      )}
    </section>
  );
}
