import { assertEquals } from "@std/assert";
import { keyAction, type Press, togglePalette } from "./page_keys.ts";
import { redo, undo } from "./state/undo.ts";

const [TYPING, HERE] = [true, false];

function press(key: string, change: Partial<Press> = {}): Press {
  return { key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...change };
}

Deno.test("undo, redo and the palette have the keys of both platforms", () => {
  const action = (key: string, change: Partial<Press>) => keyAction(press(key, change), HERE);
  assertEquals(action("z", { ctrlKey: true }), undo);
  assertEquals(action("z", { metaKey: true }), undo);
  assertEquals(action("Z", { metaKey: true, shiftKey: true }), redo);
  assertEquals(action("y", { ctrlKey: true }), redo);
  assertEquals(action("K", { metaKey: true }), togglePalette);
  assertEquals(action("k", { ctrlKey: true, shiftKey: true }), null);
  assertEquals(action("c", { ctrlKey: true }), null);
  assertEquals(action("z", {}), null);
});

Deno.test("text fields keep their own keys but that of the palette", () => {
  assertEquals(keyAction(press("z", { ctrlKey: true }), TYPING), null);
  assertEquals(keyAction(press("k", { ctrlKey: true }), TYPING), togglePalette);
});
