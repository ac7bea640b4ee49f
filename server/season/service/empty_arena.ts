// This module is browser compatible.

import { sha256Hex } from "../../base/hash.ts";
import { EMPTY_HEAD } from "../rules/log.ts";
import type { ArenaFile, ArenaFiles, PracticeSource } from "./arena_folder.ts";

const FILES = new Map([
  ["seasons.json", '{"seasons":[]}'],
  ["keys.json", "[]"],
  ["log.json", `{"files":[],"head":"${EMPTY_HEAD.toHex()}","index":0}`],
]);

/** Practice boards, whatever their markets: a visitor's page asks for one before anybody has published. */
const PRACTICE = /^practice\/[a-z0-9-]{1,80}-(hourly|daily)\.json$/;
const EMPTY_BOARD = '{"rows":[],"total":0}';

/** An arena without practice boards. */
export const NO_PRACTICE: PracticeSource = {
  boards: [],
  file: () => Promise.reject(new Error("there is no practice board")),
  version: () => "",
};

/** The public folder of an arena that has no store yet: no visitor makes one. */
export const EMPTY_ARENA: ArenaFiles = {
  async arenaFile(path): Promise<ArenaFile | null> {
    const text = PRACTICE.test(path) ? EMPTY_BOARD : FILES.get(path);
    if (text === undefined) return null;
    const bytes = new TextEncoder().encode(text);
    return { bytes, size: bytes.length, etag: await sha256Hex(bytes), isFinal: false };
  },
};
