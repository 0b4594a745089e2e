export { openTries, type Tries } from "#platform/tries.ts";
