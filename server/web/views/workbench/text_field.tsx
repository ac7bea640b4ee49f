import type { RefObject, TargetedKeyboardEvent, VNode } from "preact";
import { Quiet } from "../../components/quiet.tsx";
import { useId, useRef, useState } from "preact/hooks";
import type { Language } from "../../../contracts/catalog.ts";
import { completed, type Completion, completionsAt } from "./text_completion.ts";
import { type Token, tokenize, toTextFault } from "../../model/text_tokens.ts";

/** Said of a name that the rule does not read. */
export const NOT_USED = "not used yet, and left out";

interface TextFieldProps {
  readonly name: string;
  readonly value: string;
  readonly language: Language;
  /** Names of the reader's own that the text may use. */
  readonly own: readonly string[];
  /** Whether the rule does not read it: it is left out of the run. */
  readonly isUnused: boolean;
  /** The engine's message; null for a correct text. */
  readonly error: string | null;
  /** Removes the text; null for one that the strategy needs. */
  readonly remove: (() => void) | null;
  preview(value: string): void;
  commit(value: string): void;
}

/**
 * A field for a text of the language. It colours names by their kind, underlines the engine's fault, and
 * lists the words that continue the letters before the caret.
 */
export function TextField(props: TextFieldProps): VNode {
  const { name, value, language, own, isUnused, error, remove, preview, commit } = props;
  const id = useId();
  const words = useWords(props);
  const { offered, chosen } = words;
  const isOpen = offered.length > 0;
  const fault = error === null ? null : toTextFault(value, error);
  return (
    <div class={`field text-field ${error === null ? "" : "wrong"} ${isUnused ? "unused" : ""}`}>
      <div class="field-head">
        <label for={id}>{name}</label>
        {remove !== null && <Quiet label={`Remove ${name}`} run={remove}>Remove</Quiet>}
      </div>
      <div class="text-area">
        <Painted tokens={tokenize(value, language, own)} fault={fault?.at ?? null} />
        <textarea
          id={id}
          ref={words.field}
          rows={1}
          spellcheck={false}
          autocomplete="off"
          autocapitalize="off"
          value={value}
          aria-haspopup="listbox"
          aria-autocomplete="list"
          aria-controls={`${id}-list`}
          aria-activedescendant={isOpen ? `${id}-${chosen}` : undefined}
          aria-invalid={error !== null}
          aria-describedby={`${id}-text`}
          onInput={({ currentTarget }) => {
            words.offer(currentTarget);
            preview(currentTarget.value);
          }}
          onBlur={({ currentTarget }) => {
            words.close();
            commit(currentTarget.value);
          }}
          onKeyDown={words.follow}
        />
      </div>
      <Words id={id} words={words} />
      <p class="unseen" role="status">
        {isOpen && `${offered.length} words, ${offered[chosen]?.label}: ${offered[chosen]?.line}`}
      </p>
      <p id={`${id}-text`} class="hint" aria-live="polite">
        {fault !== null && <strong class="field-error">{fault.message}</strong>}
        {isUnused && NOT_USED}
      </p>
    </div>
  );
}

/** The words that continue a text, one of which is chosen. */
interface OfferedWords {
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly offered: readonly Completion[];
  readonly chosen: number;
  /** Looks for words at the caret. */
  offer(area: HTMLTextAreaElement): void;
  take(completion: Completion): void;
  close(): void;
  /** Chooses, takes or leaves a word by a key. */
  follow(event: TargetedKeyboardEvent<HTMLTextAreaElement>): void;
}

function useWords({ language, own, preview, commit }: TextFieldProps): OfferedWords {
  const field = useRef<HTMLTextAreaElement>(null);
  const [offered, setOffered] = useState<readonly Completion[]>([]);
  const [chosen, setChosen] = useState(0);
  const close = (): void => setOffered([]);
  const offer = ({ value: text, selectionStart }: HTMLTextAreaElement): void => {
    setOffered(completionsAt(text, selectionStart, language, own));
    setChosen(0);
  };
  const take = (completion: Completion): void => {
    const area = field.current;
    if (area === null) return;
    const { text, caret } = completed(area.value, area.selectionStart, completion);
    area.value = text;
    area.setSelectionRange(caret, caret);
    area.focus();
    close();
    preview(text);
  };
  const follow = (event: TargetedKeyboardEvent<HTMLTextAreaElement>): void => {
    const completion = offered[chosen];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (offered.length === 0) {
      // A text is one line: no key adds another.
      if (event.key === "Enter") commit(event.currentTarget.value);
      else if (event.key === " " && event.ctrlKey) offer(event.currentTarget);
      else return;
      return event.preventDefault();
    }
    if (step !== undefined) setChosen((chosen + step + offered.length) % offered.length);
    else if (event.key === "Escape") close();
    else if (event.key !== "Enter" && event.key !== "Tab") return;
    else if (completion) take(completion);
    event.preventDefault();
    event.stopPropagation();
  };
  return { field, offered, chosen, offer, take, close, follow };
}

interface WordsProps {
  readonly id: string;
  readonly words: OfferedWords;
}

function Words({ id, words: { offered, chosen, take } }: WordsProps): VNode {
  const isShut = offered.length === 0;
  return (
    <ul id={`${id}-list`} class="completions" role="listbox" aria-label="Words" hidden={isShut}>
      {offered.map((completion, at) => (
        <li
          key={completion.name}
          id={`${id}-${at}`}
          role="option"
          aria-selected={at === chosen}
          // The field keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() =>
            take(completion)}
        >
          <code>{completion.label}</code> <small>{completion.line}</small>
        </li>
      ))}
    </ul>
  );
}

interface PaintedProps {
  readonly tokens: readonly Token[];
  readonly fault: number | null;
}

/** The text in colours, behind the field, whose own letters are transparent. */
function Painted({ tokens, fault }: PaintedProps): VNode {
  const end = tokens.at(-1);
  const isAtEnd = fault !== null && fault >= (end ? end.at + end.text.length : 0);
  return (
    <div class="painted" aria-hidden="true">
      {tokens.map(({ text, kind, at }) => {
        const isFault = fault !== null && fault >= at && fault < at + text.length;
        return <span key={at} class={`${kind}${isFault ? " fault" : ""}`}>{text}</span>;
      })}
      {isAtEnd && <span class="fault">&nbsp;</span>}
      <wbr />
    </div>
  );
}
