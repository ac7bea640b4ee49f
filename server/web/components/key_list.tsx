import type { VNode } from "preact";
import { KEY_GROUPS } from "../model/keys.ts";
import { singleKeys } from "../page_keys.ts";

/** Every key of the page. */
export function KeyList(): VNode {
  return (
    <form method="dialog">
      <h2 id="keys-title">Keys</h2>
      {KEY_GROUPS.map(({ title, keys }) => (
        <section key={title}>
          <h3>{title}</h3>
          <dl>
            {keys.map(([key, meaning]) => (
              <div key={key}>
                <dt>
                  <kbd>{key}</kbd>
                </dt>
                <dd>{meaning}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <p>
        <label>
          <input
            type="checkbox"
            checked={singleKeys.value}
            onChange={({ currentTarget }) => singleKeys.value = currentTarget.checked}
          />{" "}
          Single letters are keys
        </label>
      </p>
      <button type="submit" autofocus>Close</button>
    </form>
  );
}
