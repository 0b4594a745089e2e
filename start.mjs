// Starts the shop from a fresh clone; `prepare` only installs and builds. Runs on the machine's
// Node (20 or newer) without any package; the shop itself runs on the Node that npm installs.
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { build, install, main, ownEnvironment, ownNode } from "./prepare.mjs";

const [door, ...words] = process.argv.slice(2);
try {
  await install();
  if (door === "shop") {
    if (words[0] === "try-payments") await build();
    runOwn([fileURLToPath(new URL("server/shop.ts", import.meta.url)), ...words]);
  } else {
    await build();
    if (door !== "prepare") runOwn([main]);
  }
} catch (error) {
  stop(error.message);
}

/**
 * Runs the shop on its own Node and exits with its status. Signals are passed on, so that the shop
 * can finish its requests.
 */
function runOwn(args) {
  const env = { ...ownEnvironment, NODE_ENV: "production" };
  const server = spawn(ownNode, args, { env, stdio: ["inherit", "inherit", "inherit", "ipc"] });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => server.kill(signal));
  server.on("error", (error) => stop(`${ownNode} cannot be run: ${error.message}`));
  server.on("exit", (code, signal) => {
    if (signal) console.error(`The shop was ended by ${signal}.`);
    process.exit(code ?? 1);
  });
  if (process.env.npm_lifecycle_event) endWithNpm();
}

/** Ends when npm is gone: npm may be killed without telling the script it started. */
function endWithNpm() {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, "SIGTERM");
  }, 1_000);
  watch.unref();
}

function stop(sentence) {
  console.error(sentence);
  process.exit(1);
}
