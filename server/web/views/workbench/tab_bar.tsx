// This module is browser compatible.

import type { VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Boundary } from "../../components/boundary.tsx";
import { PathLink } from "../../components/path_link.tsx";
import { tabId } from "../../state.ts";
import { FIRST_TAB, TABS } from "./tabs.ts";

/** The tabs below the result, and the content of the current tab. */
export function Tabs(): VNode {
  const bar = useRef<HTMLElement>(null);
  const tab = TABS.find(({ id }) => id === tabId.value) ?? FIRST_TAB;
  const Content = tab.content;
  useEffect(() => {
    const top = bar.current?.getBoundingClientRect().top ?? 0;
    // A reader who opens the address of a tab wants the tab, not the curve above it.
    if (tabId.value !== "" && (top < 0 || top > innerHeight / 2)) bar.current?.scrollIntoView();
  }, [tab]);
  return (
    <div class="tabs">
      <nav class="tab-bar" aria-label="Parts of the result" ref={bar}>
        {TABS.map(({ id, title }) => (
          <PathLink key={id} to={`workbench/${id}`} isCurrent={id === tab.id}>{title}</PathLink>
        ))}
      </nav>
      <Boundary key={tab.id}>
        <Content />
      </Boundary>
    </div>
  );
}
