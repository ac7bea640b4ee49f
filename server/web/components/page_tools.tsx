import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import { canRedo, canUndo, redo, undo } from "../state/undo.ts";
import { type Theme, theme, THEMES } from "../state/preferences.ts";
import { KEYS, startPageKeys } from "../page_keys.ts";
import { isKeyListOpen, isPaletteOpen, shownTerm } from "../state/state.ts";
import { Choice } from "./choice.tsx";
import { CopyLink } from "./copy_link.tsx";
import { lazily } from "./lazily.tsx";
import { ListDialog } from "./dialog.tsx";

const Palette = lazily("Palette");
const TermList = lazily<{ readonly name: string }>("TermList");

const THEME_NAMES: Readonly<Record<Theme, string>> = {
  system: "System",
  light: "Light",
  dark: "Dark",
};

/** Tools of the page: undo, redo, and a menu with link, theme and keys. */
export function PageTools(): VNode {
  useEffect(() => startPageKeys(), []);
  return (
    <>
      <div class="over-page">
        {isPaletteOpen.value && <Palette />}
        {shownTerm.value !== null && <TermList name={shownTerm.value} />}
      </div>
      <div class="page-tools">
        <UndoButtons class="icon wide-only" isNamed={false} />
        <button
          type="button"
          class="icon"
          aria-label="More"
          title="Link, theme, keys"
          popovertarget="page-menu"
        >
          ⋯
        </button>
        <div id="page-menu" popover="auto" class="page-menu">
          <UndoButtons class="narrow-only" isNamed />
          <CopyLink label="Copy link" url={() => location.href} />
          <Choice
            legend="Theme"
            options={THEMES.map((value) => ({ value, label: THEME_NAMES[value] }))}
            value={theme.value}
            choose={(chosen: Theme) => theme.value = chosen}
          />
          <button
            type="button"
            popovertarget="page-menu"
            onClick={() => isPaletteOpen.value = true}
          >
            Go to … (Ctrl K)
          </button>
          <button
            type="button"
            popovertarget="page-menu"
            onClick={() => isKeyListOpen.value = true}
          >
            Keys
          </button>
          <button type="button" popovertarget="page-menu" onClick={() => shownTerm.value = ""}>
            Terms
          </button>
          <a class="narrow-only" href="docs">API</a>
        </div>
        {isKeyListOpen.value && <KeyList />}
      </div>
    </>
  );
}

const STEPS = [
  {
    name: "Undo",
    sign: "↶",
    title: "Undo: the previous candidate (Ctrl Z)",
    isPossible: canUndo,
    run: undo,
  },
  { name: "Redo", sign: "↷", title: "Redo (Ctrl Shift Z)", isPossible: canRedo, run: redo },
];

interface UndoProps {
  readonly class: string;
  /** Whether the buttons show their names. */
  readonly isNamed: boolean;
}

/** Undo and redo: in the header, or in the menu where the header is narrow. */
function UndoButtons({ class: look, isNamed }: UndoProps): VNode {
  return (
    <>
      {STEPS.map(({ name, sign, title, isPossible, run }) => (
        <button
          key={name}
          type="button"
          class={look}
          aria-label={name}
          title={title}
          disabled={!isPossible.value}
          onClick={run}
        >
          {isNamed ? `${name} ${sign}` : sign}
        </button>
      ))}
    </>
  );
}

/** Every key of the page. */
function KeyList(): VNode {
  return (
    <ListDialog title="Keys" close={() => isKeyListOpen.value = false}>
      {KEYS.map(([key, meaning]) => (
        <div key={key}>
          <dt>
            <kbd>{key}</kbd>
          </dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </ListDialog>
  );
}
