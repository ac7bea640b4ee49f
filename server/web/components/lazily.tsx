// This module is browser compatible.

import { signal } from "@preact/signals";
import type { FunctionComponent, VNode } from "preact";
import { useEffect } from "preact/hooks";
import { Notice } from "./notice.tsx";

type Later = typeof import("../views/later.ts");

interface Loaded {
  readonly content: FunctionComponent | null;
  readonly hasFailed: boolean;
}

/**
 * Returns a component of `views/later.ts`, whose code is loaded when one of them is first shown. After a
 * failure a button reloads the page: browsers do not ask for a failed module again, and a newer build
 * has other names.
 */
export function lazily(name: keyof Later): FunctionComponent {
  const loaded = signal<Loaded>({ content: null, hasFailed: false });
  let isLoading = false;
  const start = async (): Promise<void> => {
    if (isLoading) return;
    isLoading = true;
    try {
      loaded.value = { content: (await import("../views/later.ts"))[name], hasFailed: false };
    } catch {
      loaded.value = { content: null, hasFailed: true };
    }
  };
  return function Lazily(): VNode {
    const { content: Content, hasFailed } = loaded.value;
    useEffect(() => void start(), []);
    if (Content !== null) return <Content />;
    if (!hasFailed) return <p class="waiting" aria-busy="true">Loading</p>;
    return (
      <Notice
        title="Cannot load this part of the page: the server does not answer, or has a newer page."
        action={{ label: "Reload the page", run: () => location.reload() }}
      />
    );
  };
}
