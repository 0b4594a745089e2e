// `npm run bench -- orders`: measures the production build, on the shop's own Node.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { build, install, ownEnvironment, ownNode } from "../prepare.mjs";

const benches = ["orders", "start", "pages", "look-alikes"];
const [name, ...options] = process.argv.slice(2);

if (benches.includes(name)) {
  await install();
  await build();
  const file = fileURLToPath(new URL(`${name}.ts`, import.meta.url));
  process.exitCode = spawnSync(ownNode, [file, ...options], { env: ownEnvironment, stdio: "inherit" }).status ?? 1;
} else {
  console.error(`npm run bench -- ${benches.join(" | ")}`);
  process.exitCode = 1;
}
