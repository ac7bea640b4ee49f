// This module is browser compatible.

import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import { MarketChoice } from "./components/market_choice.tsx";
import { Notice } from "./components/notice.tsx";
import { addressProblem, arena, linkTo, navigate, retry, viewId } from "./state.ts";
import { FIRST_VIEW, VIEWS } from "./views.ts";

/** The whole page. */
export function App(): VNode {
  const view = VIEWS.find(({ id }) => id === viewId.value) ?? FIRST_VIEW;
  const Content = view.content;
  useEffect(() => {
    document.title = `${view.title} · Strategy arena`;
    // On a phone not all views fit.
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
              onClick={(event) => navigateInPage(event, id)}
            >
              {title}
            </a>
          ))}
          <a href="/docs">API</a>
        </nav>
        <MarketChoice />
      </header>
      <main id="content" tabIndex={-1}>
        <PageErrors />
        <Content />
      </main>
    </>
  );
}

/** Moves the focus without changing the fragment, which is the address of the view. */
function focusContent(event: MouseEvent): void {
  event.preventDefault();
  document.getElementById("content")?.focus();
}

/** Follows a link within the page; with a modifier key the browser opens a new tab. */
function navigateInPage(event: MouseEvent, id: string): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
  event.preventDefault();
  navigate(id);
}

/** Errors of the whole page. Errors of a candidate are shown beside their fields. */
function PageErrors(): VNode | null {
  const { failure } = arena.value;
  if (failure !== null) {
    return <Notice title={failure.detail} action={{ label: "Try again", run: retry }} />;
  }
  if (addressProblem.value === null) return null;
  return (
    <Notice
      title={addressProblem.value}
      action={{ label: "Use the candidate below", run: () => navigate(viewId.value) }}
    />
  );
}
