import type { FunctionComponent, VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Notice } from "./notice.tsx";

type Later = typeof import("../views/later.ts");

/** The properties of a component. */
type PropsOf<Name extends keyof Later> = Parameters<Later[Name]> extends
  [infer Props extends object] ? Props : object;

/**
 * Returns a component of `views/later.ts`, whose code is loaded when the component is first shown. After
 * a failure a button reloads the page: browsers do not ask for a failed module again, and a newer build
 * has other names.
 *
 * @param Waiting shown until then
 */
export function lazily<Name extends keyof Later>(
  name: Name,
  Waiting: FunctionComponent = Loading,
): FunctionComponent<PropsOf<Name>> {
  let Content: FunctionComponent<PropsOf<Name>> | null = null;
  return function Lazily(props): VNode {
    const [state, setState] = useState<"loading" | "loaded" | "failed">("loading");
    useEffect(() => {
      if (Content !== null) return;
      import("../views/later.ts").then((later) => {
        Content = later[name] as FunctionComponent<PropsOf<Name>>;
        setState("loaded");
      }).catch(() => setState("failed"));
    }, []);
    if (Content !== null) return <Content {...props} />;
    if (state !== "failed") return <Waiting />;
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
