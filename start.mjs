// Takes a fresh clone to a running shop. Runs on the machine's Node (20 or newer) without any package; the shop itself runs on the Node that npm installs.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const OLDEST_NODE = 20;
const project = dirname(fileURLToPath(import.meta.url));
const ownNode = join(project, "node_modules/node/bin/node");
const ownNpmScripts = { ...process.env, PATH: `${dirname(ownNode)}:${process.env.PATH}` };
const main = join(project, "build/server/main.js");
const buildNote = join(project, "build/built-from");
const SOURCES = [
  "shop",
  "platform",
  "web",
  "api",
  "server",
  "package.json",
  "package-lock.json",
  "tsconfig.json",
  "vite.config.ts",
  "react-router.config.ts",
];

if (Number(process.versions.node.split(".")[0]) < OLDEST_NODE) {
  stop(
    `This is Node ${process.versions.node}; the shop needs Node ${OLDEST_NODE} or newer to start. Get one from https://nodejs.org and try again.`,
  );
}
if (!isInstalled()) {
  await refuseWhileRunning();
  install();
}
if (!existsSync(ownNode)) {
  stop(
    `The shop's own Node is missing: npm was not allowed to run install scripts. Allow it once with:\n  npm rebuild --ignore-scripts=false\nand start again.`,
  );
}
const sources = hashOfSources();
if (!isBuiltFrom(sources)) {
  await refuseWhileRunning();
  build(sources);
}
serve();

/** Compares what is installed with the lock file, so that nothing is installed twice, whoever did it first. */
function isInstalled() {
  const wanted = readJson(join(project, "package-lock.json"))?.packages ?? {};
  const installed = readJson(join(project, "node_modules/.package-lock.json"))?.packages;
  if (!installed) return false;
  return Object.entries(wanted).every(
    ([path, { version, optional, link }]) => path === "" || optional || link || installed[path]?.version === version,
  );
}

function install() {
  console.log("Installing what the shop needs; this takes a minute or two …");
  run(
    "npm",
    ["ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"],
    process.env,
    "The installation failed. Is the network there? Then try again: npm start",
  );
}

function build(sources) {
  console.log("Building …");
  run("npm", ["run", "--silent", "build"], { ...ownNpmScripts, NODE_ENV: "production" }, "The build failed; the reason stands above.");
  mkdirSync(dirname(buildNote), { recursive: true });
  writeFileSync(buildNote, sources);
}

function run(command, args, env, complaint) {
  const { status, error } = spawnSync(command, args, { cwd: project, env, stdio: ["ignore", "inherit", "inherit"] });
  if (error) stop(`${command} cannot be run: ${error.message}`);
  if (status !== 0) stop(complaint);
}

function isBuiltFrom(sources) {
  return existsSync(main) && existsSync(buildNote) && readFileSync(buildNote, "utf8") === sources;
}

function hashOfSources() {
  const hash = createHash("sha256");
  for (const file of SOURCES.flatMap((name) => filesIn(join(project, name)))) {
    if (/\.test\.tsx?$/.test(file)) continue;
    hash.update(relative(project, file)).update("\0").update(readFileSync(file)).update("\0");
  }
  return hash.digest("hex");
}

function filesIn(path) {
  if (!existsSync(path)) return [];
  try {
    return readdirSync(path, { withFileTypes: true })
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .flatMap((entry) => (entry.isDirectory() ? filesIn(join(path, entry.name)) : [join(path, entry.name)]));
  } catch {
    return [path];
  }
}

/** Installing or building would pull the files from under a shop that runs from here. */
async function refuseWhileRunning() {
  const running = readJson(join(project, process.env.DATA_DIR || "data", "running.json"));
  if (!running?.address) return;
  const answers = await fetch(`${running.address}/healthz`, { signal: AbortSignal.timeout(2_000) }).then(
    () => true,
    () => false,
  );
  if (answers) stop(`The shop is running at ${running.address} and its files have changed. Stop it first, then start again.`);
}

/** Runs the shop and ends as it ends. Signals are passed on: the shop then finishes what it is doing. */
function serve() {
  const server = spawn(ownNode, [main], {
    cwd: process.cwd(),
    env: { ...ownNpmScripts, NODE_ENV: "production" },
    stdio: ["inherit", "inherit", "inherit", "ipc"],
  });
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

function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return null;
  }
}

function stop(sentence) {
  console.error(sentence);
  process.exit(1);
}
