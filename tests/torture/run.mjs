// `npm run torture`: tests that take too long for `npm test`, on the production build and the
// shop's own Node.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { build, install, ownEnvironment, ownNode } from "../../prepare.mjs";

await install();
await build();
const file = fileURLToPath(new URL("tortures.ts", import.meta.url));
process.exitCode = spawnSync(ownNode, [file, ...process.argv.slice(2)], { env: ownEnvironment, stdio: "inherit" }).status ?? 1;
