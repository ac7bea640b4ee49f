import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import { Boundary } from "./components/boundary.tsx";
import { MarketChoice } from "./components/market_choice.tsx";
import { PageTools } from "./components/page_tools.tsx";
import { PathLink } from "./components/path_link.tsx";
import { Notice } from "./components/notice.tsx";
import { addressProblem, arena, navigate, path, retry, viewId } from "./state/state.ts";
import { FIRST_VIEW, VIEWS } from "./views.ts";

/** The icon of the browser tab, whose name depends on the build. */
const ICON = document.querySelector<HTMLLinkElement>("link[rel=icon]")?.href;

/** The whole page. */
export function App(): VNode {
  const view = VIEWS.find(({ id }) => id === viewId.value) ?? FIRST_VIEW;
  const Content = view.content;
  useEffect(() => {
    document.title = `${view.title} · Strategy arena`;
    // On a phone the navigation scrolls.
    const current = document.querySelector("nav [aria-current]");
    current?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [view]);
  return (
    <>
      <a class="skip-link" href="#content" onClick={focusContent}>Skip to content</a>
      <header class="top row">
        <span class="brand">
          <img src={ICON} alt="" width="20" height="20" />
          {/* On a phone the icon is shown instead. */}
          <span class="unseen-narrow">Strategy arena</span>
        </span>
        <nav aria-label="Views">
          {VIEWS.map(({ id, title }) => (
            <PathLink key={id} to={id} isCurrent={id === view.id}>{title}</PathLink>
          ))}
          <a class="wide-only" href="docs">API</a>
        </nav>
        <MarketChoice />
        <PageTools />
      </header>
      <main id="content" tabIndex={-1}>
        <PageErrors />
        <Boundary key={view.id}>
          <Content />
        </Boundary>
      </main>
    </>
  );
}

/** Moves the focus without changing the fragment, which is the address of the view. */
function focusContent(event: MouseEvent): void {
  event.preventDefault();
  document.getElementById("content")?.focus();
}

/** Errors of the whole page. Errors of a candidate are shown beside their fields. */
function PageErrors(): VNode | null {
  const { failure } = arena.value;
  if (failure !== null) {
    return <Notice title={failure.detail} retry={retry} />;
  }
  if (addressProblem.value === null) return null;
  return (
    <Notice
      title={addressProblem.value}
      action={{ label: "Use the candidate below", run: () => navigate(path.value) }}
    />
  );
}
