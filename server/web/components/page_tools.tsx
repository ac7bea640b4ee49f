import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import { canRedo, canUndo, redo, undo } from "../history/undo.ts";
import { type Theme, theme, THEMES } from "../theme.ts";
import { KEY_GROUPS, singleKeys, startPageKeys } from "../page_keys.ts";
import { isKeyListOpen, isPaletteOpen, shownTerm } from "../state.ts";
import { Choice } from "./choice.tsx";
import { CopyLink } from "./copy_link.tsx";
import { lazily } from "./lazily.tsx";
import { Dialog } from "./dialog.tsx";

const Palette = lazily("Palette");
const TermList = lazily("TermList");

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
            Keys (?)
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
    <Dialog class="key-list" headingId="keys-title" close={() => isKeyListOpen.value = false}>
      <form method="dialog">
        <h2 id="keys-title">Keys</h2>
        {KEY_GROUPS.map(({ title, keys }) => (
          <section key={title}>
            <h3>{title}</h3>
            <dl>
              {keys.map(([key, meaning]) => (
                <div key={key}>
                  <dt>
                    <kbd>{key}</kbd>
                  </dt>
                  <dd>{meaning}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <p>
          <label>
            <input
              type="checkbox"
              checked={singleKeys.value}
              onChange={({ currentTarget }) => singleKeys.value = currentTarget.checked}
            />{" "}
            Single letters are keys
          </label>
        </p>
        <button type="submit" autofocus>Close</button>
      </form>
    </Dialog>
  );
}
