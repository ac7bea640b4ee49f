import { assertEquals } from "@std/assert";
import { fakeStorages } from "../../testing/fake_storages.ts";
import { startStored, stored } from "./stored.ts";

const word = (written: unknown): string | undefined =>
  typeof written === "string" ? written : undefined;
const number = (written: unknown): number | undefined =>
  typeof written === "number" ? written : undefined;

Deno.test("a stored value is the default until the storages are there, then what was stored", () => {
  const name = stored("a-name", word, "nobody");
  assertEquals(name.value, "nobody");
  startStored(fakeStorages({ browser: { "a-name": '"Ada"' } }));
  assertEquals(name.value, "Ada");
});

Deno.test("a value of another kind, or that is no JSON, gives the default", () => {
  const count = stored("a-count", number, 0);
  const theme = stored("a-theme", word, "system");
  startStored(fakeStorages({ browser: { "a-count": "{}", "a-theme": "dark" } }));
  assertEquals([count.value, theme.value], [0, "system"]);
});

Deno.test("a change is stored where it reaches, and the default is removed", () => {
  const count = stored("of-browser", number, 0);
  const key = stored("of-tab", word, "", "tab");
  const storages = fakeStorages({});
  startStored(storages);
  [count.value, key.value] = [7, "secret"];
  assertEquals(storages.browser().getItem("of-browser"), "7");
  assertEquals(storages.tab().getItem("of-tab"), '"secret"');
  assertEquals(storages.browser().getItem("of-tab"), null);
  [count.value, key.value] = [0, ""];
  assertEquals([storages.browser().length, storages.tab().length], [0, 0]);
});

Deno.test("a change in another tab is followed", () => {
  const count = stored("shared", number, 0);
  const storages = fakeStorages({});
  startStored(storages);
  storages.browser().setItem("shared", "7");
  storages.events.dispatchEvent(Object.assign(new Event("storage"), { key: "shared" }));
  assertEquals(count.value, 7);
  storages.browser().clear();
  storages.events.dispatchEvent(Object.assign(new Event("storage"), { key: null }));
  assertEquals(count.value, 0);
});

Deno.test("without storage a value lasts as long as the page", () => {
  const count = stored("blocked", number, 0);
  const blocked = (): Storage => {
    throw new DOMException("The operation is insecure", "SecurityError");
  };
  startStored({ tab: blocked, browser: blocked, events: new EventTarget() });
  count.value = 7;
  assertEquals(count.value, 7);
});

Deno.test("a value that later code declares is read at once", () => {
  startStored(fakeStorages({ browser: { "of-later-code": "7" } }));
  assertEquals(stored("of-later-code", number, 0).value, 7);
});
