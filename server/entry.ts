import { enableCompileCache, flushCompileCache } from "node:module";
import { join } from "node:path";
import { CHILD_PROCESS } from "./processes/child-program.ts";
import { DECODER } from "./processes/decoder-program.ts";

// V8's compile cache is stored beside the program, in a folder that only the program's owner can
// write: compiling everything again takes a third of a start. A build begins without a cache;
// `compile` fills it for shops that cannot write there at run time.
enableCompileCache(join(import.meta.dirname, "compiled"));

if (process.argv[2] === "compile") {
  await Promise.all([
    import("./http/app.ts"),
    import("./start/database-source.ts"),
    import("./processes/serve-shop.ts"),
    import("./processes/web-worker.ts"),
  ]);
  flushCompileCache();
  process.exit();
} else if (process.argv[2] === CHILD_PROCESS) {
  await import("./processes/child-main.ts");
} else if (process.argv[2] === DECODER) {
  await import("#platform/pictures/decoder.ts");
} else {
  await import("./start/main.ts");
}
