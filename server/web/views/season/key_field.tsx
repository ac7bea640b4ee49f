import type { VNode } from "preact";
import { apiKey } from "../../api_key.ts";

/** The field of the key, which the whole page shares. */
export function KeyField(): VNode {
  return (
    <label>
      <span>API key, kept in this tab only</span>
      <input
        type="password"
        autocomplete="off"
        spellcheck={false}
        value={apiKey.value}
        onInput={({ currentTarget }) => apiKey.value = currentTarget.value.trim()}
      />
    </label>
  );
}
