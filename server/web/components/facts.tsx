import type { ComponentChildren, VNode } from "preact";

/** A name with what it stands for. */
export type Fact = readonly [string, ComponentChildren];

/** Facts under each other. */
export function Facts({ of }: { readonly of: readonly Fact[] }): VNode {
  return (
    <dl class="facts">
      {of.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
