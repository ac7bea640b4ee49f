/* tslint:disable */
/* eslint-disable */
export const memory: WebAssembly.Memory;
export const __wbg_arena_free: (a: number, b: number) => void;
export const arena_addDataset: (a: number, b: number, c: number, d: number, e: number) => [number, number];
export const arena_chartColumns: (a: number, b: number, c: number) => [number, number];
export const arena_check: (a: number, b: number, c: number) => [number, number];
export const arena_describeObserved: (a: number, b: number, c: number) => [number, number];
export const arena_describePlan: (a: number, b: number, c: number) => [number, number];
export const arena_evaluate: (a: number, b: number, c: number, d: number, e: number, f: any) => [number, number];
export const arena_new: () => number;
export const arena_observedColumns: (a: number, b: number, c: number) => [number, number];
export const arena_planColumns: (a: number, b: number, c: number) => [number, number];
export const arena_prepare: (a: number, b: number, c: number) => number;
export const arena_runColumns: (a: number, b: number, c: number) => [number, number];
export const arena_scenarioPaths: (a: number, b: number, c: number) => [number, number];
export const arena_simulate: (a: number, b: number, c: number) => [number, number];
export const arena_simulateAdmitted: (a: number, b: number, c: number, d: number, e: number, f: number, g: number, h: any) => [number, number];
export const arena_sweep: (a: number, b: number, c: number) => [number, number];
export const engineInfo: () => [number, number];
export const familyProfile: () => [number, number];
export const generateDataset: (a: number, b: number) => [number, number];
export const passiveGaps: (a: number, b: number, c: number, d: number) => [number, number];
export const strategyCatalogue: () => [number, number];
export const __wbindgen_malloc: (a: number, b: number) => number;
export const __wbindgen_free: (a: number, b: number, c: number) => void;
export const __wbindgen_externrefs: WebAssembly.Table;
export const __wbindgen_realloc: (a: number, b: number, c: number, d: number) => number;
export const __wbindgen_start: () => void;
