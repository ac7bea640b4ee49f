import { signal } from "@preact/signals";
import type { FunctionComponent, VNode } from "preact";
import { useEffect } from "preact/hooks";
import { Notice } from "./notice.tsx";

type Later = typeof import("../views/later.ts");

/** The properties of a component. */
type PropsOf<Name extends keyof Later> = Parameters<Later[Name]> extends
  [infer Props extends object] ? Props : object;

interface Loaded<Props> {
  readonly content: FunctionComponent<Props> | null;
  readonly hasFailed: boolean;
}

/**
 * Returns a component of `views/later.ts`, whose code is loaded when the component is first shown. After a failure a button
 * reloads the page: browsers do not ask for a failed module again, and a newer build has other names.
 *
 * @param Waiting shown until then
 */
export function lazily<Name extends keyof Later>(
  name: Name,
  Waiting: FunctionComponent = Loading,
): FunctionComponent<PropsOf<Name>> {
  const loaded = signal<Loaded<PropsOf<Name>>>({ content: null, hasFailed: false });
  let isLoading = false;
  const load = async (): Promise<void> => {
    if (isLoading) return;
    isLoading = true;
    try {
      const content = (await import("../views/later.ts"))[name] as FunctionComponent<PropsOf<Name>>;
      loaded.value = { content, hasFailed: false };
    } catch {
      loaded.value = { content: null, hasFailed: true };
    }
  };
  return function Lazily(props): VNode {
    const { content: Content, hasFailed } = loaded.value;
    useEffect(() => void load(), []);
    if (Content !== null) return <Content {...props} />;
    if (!hasFailed) return <Waiting />;
    return (
      <Notice
        title="Cannot load this part of the page: the server does not answer, or has a newer page."
        action={{ label: "Reload the page", run: () => location.reload() }}
      />
    );
  };
}

function Loading(): VNode {
  return <p class="waiting" aria-busy="true">Loading</p>;
}
