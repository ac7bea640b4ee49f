import { assertEquals } from "@std/assert";
import { actionOf, type Press } from "./page_keys.ts";

const HERE = { isTyping: false, hasSingle: true };
const TYPING = { isTyping: true, hasSingle: true };
const NO_SINGLE = { isTyping: false, hasSingle: false };

function press(key: string, change: Partial<Press> = {}): Press {
  return { key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...change };
}

Deno.test("undo and redo have the keys of both platforms", () => {
  const of = (key: string, change: Partial<Press>) => actionOf(press(key, change), HERE);
  assertEquals(of("z", { ctrlKey: true }), "undo");
  assertEquals(of("z", { metaKey: true }), "undo");
  assertEquals(of("Z", { metaKey: true, shiftKey: true }), "redo");
  assertEquals(of("y", { ctrlKey: true }), "redo");
  assertEquals(of("c", { ctrlKey: true }), null);
});

Deno.test("text fields keep their own keys", () => {
  assertEquals(actionOf(press("z", { ctrlKey: true }), TYPING), null);
  assertEquals(actionOf(press("b"), TYPING), null);
});

Deno.test("the palette opens from everywhere, text fields included", () => {
  assertEquals(actionOf(press("k", { ctrlKey: true }), TYPING), "palette");
  assertEquals(actionOf(press("K", { metaKey: true }), NO_SINGLE), "palette");
  assertEquals(actionOf(press("k", { ctrlKey: true, shiftKey: true }), HERE), null);
  assertEquals(actionOf(press("k"), HERE), null);
});

Deno.test("single keys can be turned off", () => {
  assertEquals(actionOf(press("m"), HERE), { go: "work" });
  assertEquals(actionOf(press("?", { shiftKey: true }), HERE), "keys");
  assertEquals(actionOf(press("m"), NO_SINGLE), null);
  assertEquals(actionOf(press("z", { ctrlKey: true }), NO_SINGLE), "undo");
  assertEquals(actionOf(press("B", { shiftKey: true }), HERE), null);
  assertEquals(actionOf(press("toString"), HERE), null);
});
