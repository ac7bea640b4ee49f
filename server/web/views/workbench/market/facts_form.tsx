import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { OFFICIAL_KEYS } from "../../../../contracts/market_ids.ts";
import { QUANTITIES } from "../../../../datasets/import/quantity.ts";
import type { SurveyedTable } from "../../../../datasets/import/survey.ts";
import type { AskedFacts, TypedFacts } from "../../../local_datasets/reader_messages.ts";
import { Form, Select } from "../../../components/choice.tsx";

interface FactsFormProps {
  readonly asked: AskedFacts;
  readonly isPending: boolean;
  submit(facts: TypedFacts): void;
  cancel(): void;
}

/** A fact of a market: the option of the command, its label, and its type or its choices. */
type Field = readonly [
  string,
  string,
  "text" | "datetime-local" | readonly (readonly [string, string])[],
];

const FIELDS: readonly Field[] = [
  ["name", "Name", "text"],
  ["expiry", "Expiry, UTC", "datetime-local"],
  ["asset", "Asset", [
    ["", "another"],
    ...OFFICIAL_KEYS.map((key) => [key, `that of ${key}`] as const),
  ]],
  ["zone", "Times without a zone", [["", "are refused"], ["utc", "are UTC"]]],
  ["stamp", "Rows are stamped", [["", "as the file says"], ["open", "at the opening"], [
    "close",
    "at the close",
  ]]],
  ["complete", "The last row", [["", "ends its line"], ["yes", "may lack its line end"]]],
  ["sy-index", "SY", [["", "has an index or a yield"], ["constant", "is always worth the same"]]],
  ["unit", "Units, as impliedApy=percent", "text"],
  ["scalar-root", "Scalar root of the pool", "text"],
  ["yield-range", "Yields of the pool, as 0.02,0.2", "text"],
  ["asset-usd", "Price of the asset in USD", "text"],
  ["anchor", "syIndex at the first bar", "text"],
  ["decimals", "Decimals on the chain", "text"],
  ["far-expiry", "Expiry of the next maturity, UTC", "datetime-local"],
  ["start", "First bar, UTC", "datetime-local"],
  ["end", "Last bar, UTC", "datetime-local"],
  ["source", "Source", "text"],
  ["url", "Address of the source", "text"],
  ["coin", "Coin that PT pays, as ETH", "text"],
  ["licence", "Licence", "text"],
];
const ALWAYS = ["name", "expiry", "asset"];
const QUANTITIES_TO_READ = ["timestamp", ...QUANTITIES];
/** The forms of rows that a person may know better than the columns tell. */
const FORMS = [
  ["", "its columns tell"],
  ["plain", "a row per hour or day"],
  ["events", "a row per change"],
  ["far", "the next maturity"],
] as const;

/** Asks for what the files of a market lack, all at once, in the order of the importer. */
export function FactsForm({ asked, isPending, submit, cancel }: FactsFormProps): VNode {
  const [facts, setFacts] = useState(asked.facts);
  const form = useRef<HTMLElement>(null);
  useEffect(() => form.current?.querySelector("input")?.focus(), []);
  const setText = (option: string, text: string): void =>
    setFacts({ ...facts, texts: { ...facts.texts, [option]: text } });
  const { questions, report, tables } = asked;
  const isAsked = ([option]: Field): boolean =>
    ALWAYS.includes(option) || questions.some((text) => text.includes(`--${option} `));
  const draw = (field: Field): VNode => (
    <FactField key={field[0]} field={field} texts={facts.texts} set={setText} />
  );
  return (
    <Form class="facts-form" aria-label="Facts of the market" submit={() => submit(facts)}>
      {questions.length > 0 && <Lines title="What the files do not say" lines={questions} />}
      {report.length > 0 && <Lines title="How they are read" lines={report} />}
      <section ref={form} class="row">{FIELDS.filter(isAsked).map(draw)}</section>
      <details>
        <summary>More facts</summary>
        <div class="row">{FIELDS.filter((field) => !isAsked(field)).map(draw)}</div>
      </details>
      {tables.map((table) => (
        <TableColumns key={table.file} table={table} facts={facts} change={setFacts} />
      ))}
      <p class="go">
        <button type="submit" class="primary" disabled={isPending}>Import the dataset</button>
        <button type="button" onClick={cancel}>Discard</button>
      </p>
    </Form>
  );
}

interface LinesProps {
  readonly title: string;
  readonly lines: readonly string[];
}

/** Sentences of the importer, which name the fields of the form in place of the command's options. */
export function Lines({ title, lines }: LinesProps): VNode {
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <ul>{lines.map((line) => <li key={line}>{inFields(line)}</li>)}</ul>
    </section>
  );
}

/** Returns a sentence of the importer with the labels of fields. */
export function inFields(sentence: string): string {
  return sentence.replace(/(?:say )?--map \w+=COLUMN/g, "choose it in the table of columns")
    .replaceAll(/--map (\S+=\S+)/g, (_, pairs: string) => {
      const chosen = pairs.split(",").map((pair) => pair.split("=").toReversed().join(" is "));
      return `choose in the table of columns: ${chosen.join(", ")}`;
    })
    .replace("events:FILE", "“Its rows are” a row per change")
    .replaceAll(/--([a-z-]+)/g, (option, name) => {
      const label = FIELDS.find(([one]) => one === name)?.[1].split(",")[0];
      return label === undefined ? option : `“${label}”`;
    });
}

interface FactFieldProps {
  readonly field: Field;
  readonly texts: TypedFacts["texts"];
  set(option: string, text: string): void;
}

function FactField({ field: [option, label, type], texts, set }: FactFieldProps): VNode {
  const value = texts[option] ?? "";
  const choose = (text: string): void => set(option, text);
  if (typeof type !== "string") {
    return <Select label={label} value={value} choices={type} choose={choose} />;
  }
  const shared = {
    value,
    required: option === "name" || option === "expiry",
    autocomplete: "off",
    onInput: (event: { readonly currentTarget: HTMLInputElement }): void =>
      choose(event.currentTarget.value),
  } as const;
  return (
    <label>
      <span>{label}</span>
      {type === "text" ? <input {...shared} /> : <input type={type} {...shared} />}
    </label>
  );
}

interface TableColumnsProps {
  readonly table: SurveyedTable;
  readonly facts: TypedFacts;
  change(facts: TypedFacts): void;
}

/** The columns of a file: what each is, and its first cells. */
function TableColumns({ table: { file, columns }, facts, change }: TableColumnsProps): VNode {
  const prefix = `${file}:`;
  const chosen = (column: string): string =>
    Object.entries(facts.map).find(([key, name]) => key.startsWith(prefix) && name === column)?.[0]
      .slice(prefix.length) ?? "";
  const choose = (column: string, quantity: string): void => {
    const others = Object.entries(facts.map).filter(([key, name]) =>
      key !== prefix + quantity && !(key.startsWith(prefix) && name === column)
    );
    const own = quantity === "" ? [] : [[prefix + quantity, column]];
    change({ ...facts, map: Object.fromEntries([...others, ...own]) });
  };
  return (
    <section aria-label={file}>
      <h3>{file}</h3>
      <Select
        label="Its rows are"
        value={facts.forms[file] ?? ""}
        choices={FORMS}
        choose={(form) => change({ ...facts, forms: { ...facts.forms, [file]: form } })}
      />
      <div class="scroll" tabIndex={0} role="region" aria-label={`Columns of ${file}`}>
        <table>
          <thead>
            <tr>
              {["Column", "Is", "First rows"].map((title) => (
                <th key={title} scope="col">{title}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {columns.map(({ name, reads, first }) => (
              <tr key={name}>
                <th scope="row">{name || "(no name)"}</th>
                <td>
                  <select
                    aria-label={`What ${name} is`}
                    value={chosen(name)}
                    onChange={({ currentTarget }) => choose(name, currentTarget.value)}
                  >
                    <option value="">{reads ?? "not read"}</option>
                    {QUANTITIES_TO_READ.map((quantity) => <option key={quantity}>{quantity}
                    </option>)}
                  </select>
                </td>
                <td>{first.map(String).join(", ")}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
