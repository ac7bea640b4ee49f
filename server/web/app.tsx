// This module is browser compatible.

import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import { Choice } from "./components/choice.tsx";
import { Notice } from "./components/notice.tsx";
import { timeframeOf } from "./model/candidate.ts";
import { addressProblem, arena, candidate, commit, go, linkTo, retry, viewId } from "./state.ts";
import { FIRST_VIEW, VIEWS } from "./views.ts";

/** The whole page. */
export function App(): VNode {
  const view = VIEWS.find(({ id }) => id === viewId.value) ?? FIRST_VIEW;
  const Content = view.content;
  useEffect(() => {
    document.title = `${view.title} · Strategy arena`;
    // On a phone the views do not all fit.
    const current = document.querySelector("nav [aria-current]");
    current?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [view]);
  return (
    <>
      <a class="skip-link" href="#content" onClick={focusContent}>Skip to content</a>
      <header class="top">
        <span class="brand">Strategy arena</span>
        <nav aria-label="Views">
          {VIEWS.map(({ id, title }) => (
            <a
              key={id}
              href={linkTo(id)}
              aria-current={id === view.id ? "page" : undefined}
              onClick={(event) => follow(event, id)}
            >
              {title}
            </a>
          ))}
          <a href="/docs">API</a>
        </nav>
        <MarketChoice />
      </header>
      <main id="content" tabIndex={-1}>
        <Problems />
        <Content />
      </main>
    </>
  );
}

/** Leaves the fragment alone: it is the address of the view. */
function focusContent(event: MouseEvent): void {
  event.preventDefault();
  document.getElementById("content")?.focus();
}

/** A link that stays in the page; with a modifier it opens another one. */
function follow(event: MouseEvent, id: string): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
  event.preventDefault();
  go(id);
}

function MarketChoice(): VNode {
  const markets = arena.value.answer?.markets ?? [];
  const current = candidate.value;
  return (
    <div class="market-choice">
      <Choice
        legend="Market"
        options={markets.map(({ id, name }) => ({ value: id, label: name }))}
        value={current.marketId}
        choose={(marketId) => commit({ ...current, marketId })}
      />
      <Choice
        legend="Timeframe"
        options={[{ value: "hourly", label: "Hourly" }, { value: "daily", label: "Daily" }]}
        value={timeframeOf(current)}
        choose={(timeframe) => commit({ ...current, timeframe })}
      />
    </div>
  );
}

/** What stops the page as a whole. Faults of a candidate stand beside their fields. */
function Problems(): VNode | null {
  const { failure } = arena.value;
  if (failure !== null) {
    return <Notice title={failure.detail} action={{ label: "Try again", run: retry }} />;
  }
  if (addressProblem.value === null) return null;
  return (
    <Notice
      title={addressProblem.value}
      action={{ label: "Use the candidate below", run: () => go(viewId.value) }}
    />
  );
}
