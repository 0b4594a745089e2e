// Takes a fresh clone to a running shop; `prepare` installs and builds alone. Runs on the machine's Node (20 or newer) without any package; the shop itself runs on the Node that npm installs.
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { build, install, main, ownEnvironment, ownNode } from "./prepare.mjs";

/** Much passes through an import, and little of it stays: young memory that is small keeps it within 300 MB, however large the file. */
const SMALL = ["--max-semi-space-size=2"];
const [door, ...words] = process.argv.slice(2);
try {
  await install();
  if (door === "shop") {
    runOwn([...(words[0] === "import" ? SMALL : []), fileURLToPath(new URL("server/shop.ts", import.meta.url)), ...words]);
  } else {
    await build();
    if (door !== "prepare") runOwn([main]);
  }
} catch (error) {
  stop(error.message);
}

/** Runs the shop on its own Node and ends as it ends. Signals are passed on: the shop then finishes what it is doing. */
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

/** npm may be killed without telling the script it started. */
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
