import type { VNode } from "preact";
import { PathLink } from "../../components/path_link.tsx";
import { tabTitle } from "../../model/places.ts";
import { hasNewData } from "../../state.ts";
import { type Tab, TABS } from "./tabs.ts";

/** The tabs of the result. */
export function TabBar({ current }: { readonly current: Tab }): VNode {
  return (
    <nav class="tab-bar" aria-label="Parts of the result">
      {TABS.map(({ id }) => (
        <PathLink key={id} to={`workbench/${id}`} isCurrent={id === current.id}>
          {tabTitle(id, hasNewData.value)}
        </PathLink>
      ))}
      {!TABS.includes(current) && (
        <PathLink to={`workbench/${current.id}`} isCurrent>
          {tabTitle(current.id, hasNewData.value)}
        </PathLink>
      )}
    </nav>
  );
}
