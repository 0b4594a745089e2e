import { enableCompileCache, flushCompileCache } from "node:module";
import { join } from "node:path";
import { ASIDE_PROCESS } from "./aside-program.ts";
import { OPENING_THREAD } from "./opening-program.ts";

// What V8 made of the code is kept beside it, where only who may write the program can write: compiling all of it anew is a third of a start. Every build
// begins without; `compile` lays it down for a shop that may not write there when it runs.
enableCompileCache(join(import.meta.dirname, "compiled"));

if (process.argv[2] === "compile") {
  await Promise.all([import("./app.ts"), import("./database-source.ts"), import("./serve-shop.ts"), import("./web-worker.ts")]);
  flushCompileCache();
  process.exit();
} else if (process.argv[2] === ASIDE_PROCESS) {
  await import("./aside.ts");
} else if (process.argv[2] === OPENING_THREAD) {
  await import("#platform/opening/opening.ts");
} else {
  await import("./main.ts");
}
