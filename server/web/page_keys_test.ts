import { assertEquals } from "@std/assert";
import { keyAction, type Press } from "./page_keys.ts";

const HERE = { isTyping: false, hasSingle: true };
const TYPING = { isTyping: true, hasSingle: true };
const NO_SINGLE = { isTyping: false, hasSingle: false };

function press(key: string, change: Partial<Press> = {}): Press {
  return { key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...change };
}

Deno.test("undo and redo have the keys of both platforms", () => {
  const of = (key: string, change: Partial<Press>) => keyAction(press(key, change), HERE);
  assertEquals(of("z", { ctrlKey: true }), "undo");
  assertEquals(of("z", { metaKey: true }), "undo");
  assertEquals(of("Z", { metaKey: true, shiftKey: true }), "redo");
  assertEquals(of("y", { ctrlKey: true }), "redo");
  assertEquals(of("c", { ctrlKey: true }), null);
});

Deno.test("text fields keep their own keys", () => {
  assertEquals(keyAction(press("z", { ctrlKey: true }), TYPING), null);
  assertEquals(keyAction(press("b"), TYPING), null);
});

Deno.test("the palette opens from everywhere, text fields included", () => {
  assertEquals(keyAction(press("k", { ctrlKey: true }), TYPING), "palette");
  assertEquals(keyAction(press("K", { metaKey: true }), NO_SINGLE), "palette");
  assertEquals(keyAction(press("k", { ctrlKey: true, shiftKey: true }), HERE), null);
  assertEquals(keyAction(press("k"), HERE), null);
});

Deno.test("single keys can be turned off", () => {
  assertEquals(keyAction(press("m"), HERE), { go: "work" });
  assertEquals(keyAction(press("?", { shiftKey: true }), HERE), "keys");
  assertEquals(keyAction(press("m"), NO_SINGLE), null);
  assertEquals(keyAction(press("z", { ctrlKey: true }), NO_SINGLE), "undo");
  assertEquals(keyAction(press("B", { shiftKey: true }), HERE), null);
  assertEquals(keyAction(press("toString"), HERE), null);
});
