import type { FunctionComponent, VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Notice } from "./notice.tsx";

/** Loads the parts of `later.ts`, which has the views and therefore stands above this file. */
type Load = () => Promise<Readonly<Record<string, unknown>>>;

let load: Load = () => Promise.reject(new Error("Nothing is loaded before the start"));

/** Says where the parts are loaded from. */
export function startLazily(from: Load): void {
  load = from;
}

/** Loads a function of `later.ts`. */
export async function later<T>(name: string): Promise<T> {
  return (await load())[name] as T;
}

/**
 * Returns a component of `later.ts`, whose code is loaded when the component is first shown. After a
 * failure a button reloads the page: browsers do not ask for a failed module again, and a newer build
 * has other names.
 *
 * @param Waiting shown until then
 */
export function lazily<Props extends object>(
  name: string,
  Waiting: FunctionComponent = Loading,
): FunctionComponent<Props> {
  let Content: FunctionComponent<Props> | null = null;
  return function Lazily(props): VNode {
    const [state, setState] = useState<"loading" | "loaded" | "failed">("loading");
    useEffect(() => {
      if (Content !== null) return;
      later<FunctionComponent<Props>>(name).then((loaded) => {
        Content = loaded;
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
