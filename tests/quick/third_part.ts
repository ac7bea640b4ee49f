import { definePart } from "./quick.ts";

await definePart(2);
