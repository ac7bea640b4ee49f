// This module is browser compatible.

import type { VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { canRedo, canUndo, redo, undo } from "../history/undo.ts";
import { type Theme, theme, THEMES } from "../theme.ts";
import { startPageKeys } from "../page_keys.ts";
import { printReport } from "../print.ts";
import { candidate, isKeyListOpen, linkTo, path, shownRun } from "../state.ts";
import { candidateText } from "./candidate_line.tsx";
import { Choice } from "./choice.tsx";
import { CopyLink } from "./copy_link.tsx";
import { KeyList } from "./key_list.tsx";

const THEME_NAMES: Readonly<Record<Theme, string>> = {
  system: "As the system",
  light: "Light",
  dark: "Dark",
};

/** What belongs to the whole page: undo, redo, and a menu with the link, the look, print and keys. */
export function PageTools(): VNode {
  const keys = useRef<HTMLDialogElement>(null);
  useEffect(() => startPageKeys(), []);
  useEffect(() => {
    if (isKeyListOpen.value && keys.current?.open === false) keys.current.showModal();
  }, [isKeyListOpen.value]);
  return (
    <>
      <PrintHead />
      <div class="page-tools">
        <button
          type="button"
          class="icon"
          aria-label="Undo"
          title="Undo: the candidate before (Ctrl Z)"
          disabled={!canUndo.value}
          onClick={undo}
        >
          ↶
        </button>
        <button
          type="button"
          class="icon"
          aria-label="Redo"
          title="Redo (Ctrl Shift Z)"
          disabled={!canRedo.value}
          onClick={redo}
        >
          ↷
        </button>
        <button
          type="button"
          class="icon"
          aria-label="More"
          title="Link, look, report, keys"
          popovertarget="page-menu"
        >
          ⋯
        </button>
        <div id="page-menu" popover="auto" class="page-menu">
          <CopyLink label="Copy link" url={() => location.href} />
          <Choice
            legend="Look"
            options={THEMES.map((value) => ({ value, label: THEME_NAMES[value] }))}
            value={theme.value}
            choose={(chosen: Theme) => theme.value = chosen}
          />
          <button type="button" popovertarget="page-menu" onClick={printReport}>
            Print a report
          </button>
          <button
            type="button"
            popovertarget="page-menu"
            onClick={() => isKeyListOpen.value = true}
          >
            Keys (?)
          </button>
        </div>
        <dialog
          ref={keys}
          class="key-list"
          aria-labelledby="keys-title"
          onClose={() => isKeyListOpen.value = false}
          onClick={({ target, currentTarget }) => {
            // Beside the list.
            if (target === currentTarget) currentTarget.close();
          }}
        >
          <KeyList />
        </dialog>
      </div>
    </>
  );
}

/**
 * What a report on paper is about, every default written out; the address gives all of it again. Only
 * `styles/print.css` writes it: on the screen it is said elsewhere.
 */
function PrintHead(): VNode {
  const shown = shownRun.value;
  const isShown = shown !== null && shown.candidate === candidate.value;
  return (
    <p
      class="print-only"
      data-of={candidateText(isShown ? shown.run.candidate : candidate.value)}
      data-address={new URL(linkTo(path.value), location.href).href}
    />
  );
}
