// Installs and builds the shop in a fresh clone, for `npm start` and `npm test`; a release comes
// installed and built. Runs on the machine's Node without any package.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { freemem } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const OLDEST_NODE = 20;
/** What building takes: 1.1 to 1.3 GB were measured. */
const BUILD_MEMORY_MB = 1_300;
/** The status with which a shell or npm ends when what it ran was killed (128 + SIGKILL). */
const KILLED = 137;
const project = dirname(fileURLToPath(import.meta.url));
const buildNote = join(project, "build/built-from");
/** What `npm run release` wrote has its packages, and no build script. */
const isRelease = readJson(join(project, "package.json"))?.scripts?.build === undefined;
const SOURCES = [
  "messages",
  "shop",
  "migration",
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

/** The Node that npm installs for the shop; the machine's may be older. */
export const ownNode = join(project, "node_modules/node/bin/node");
/** The bundle that `build` makes. */
export const main = join(project, "build/server/main.js");
/** The environment with the shop's own Node and the installed commands first in the PATH. */
export const ownEnvironment = {
  ...process.env,
  PATH: [dirname(ownNode), join(project, "node_modules/.bin"), process.env.PATH].join(":"),
};

/**
 * Installs the packages of package-lock.json, unless a release has them or they are installed
 * already. Throws a sentence
 * that says what to do.
 */
export async function install() {
  if (Number(process.versions.node.split(".")[0]) < OLDEST_NODE) {
    throw new Error(
      `This is Node ${process.versions.node}; the shop needs Node ${OLDEST_NODE} or newer to start. Get one from https://nodejs.org and try again.`,
    );
  }
  if (!isRelease && !isInstalled()) {
    await refuseWhileRunning();
    console.log("Installing what the shop needs; this takes a minute or two …");
    const options = ["--include=dev", "--no-audit", "--no-fund", "--loglevel=error"];
    run("npm", ["ci", ...options], process.env, "The installation failed", "Check the network, then try again.");
  }
  if (!existsSync(ownNode)) {
    throw new Error(
      "The shop's own Node is missing: npm was not allowed to run install scripts. Allow it once with:\n  npm rebuild --ignore-scripts=false\nand start again.",
    );
  }
}

/**
 * Builds the shop, unless it is a release or was built from exactly these sources. Throws a
 * sentence that says what to do.
 */
export async function build() {
  if (isRelease) return;
  const sources = hashOfSources();
  if (isBuiltFrom(sources)) return;
  await refuseWhileRunning();
  warnOfLittleMemory();
  console.log("Building …");
  const env = { ...ownEnvironment, NODE_ENV: "production" };
  run("npm", ["run", "--silent", "build"], env, "The build failed", "The lines above say why.");
  mkdirSync(dirname(buildNote), { recursive: true });
  writeFileSync(buildNote, sources);
}

/**
 * Compares the installed packages with the lock file, so that nothing is installed twice, whoever
 * installed it.
 */
function isInstalled() {
  const wanted = readJson(join(project, "package-lock.json"))?.packages ?? {};
  const installed = readJson(join(project, "node_modules/.package-lock.json"))?.packages;
  if (!installed) return false;
  return Object.entries(wanted).every(
    ([path, { version, optional, link }]) => path === "" || optional || link || installed[path]?.version === version,
  );
}

/** Says before the build that the system may end it. */
function warnOfLittleMemory() {
  const free = Math.round(freeBytes() / 1e6);
  if (free >= BUILD_MEMORY_MB) return;
  console.warn(
    `Building takes ${BUILD_MEMORY_MB} MB of memory, and ${free} MB are free here. If the system ends it, add a swap file, or install a release, which comes built: docs/going-online.md.`,
  );
}

/** The memory that is free on this machine and allowed to this process, with swap. */
function freeBytes() {
  const swapKb = /^SwapFree: +(\d+)/m.exec(readText("/proc/meminfo"))?.[1];
  if (swapKb === undefined) return Number.POSITIVE_INFINITY;
  return Math.min(freemem(), process.constrainedMemory() || Number.POSITIVE_INFINITY) + Number(swapKb) * 1024;
}

/** Runs a command. One that the system killed, or a part of it, had too little memory. */
function run(command, args, env, complaint, cure) {
  const { status, signal, error } = spawnSync(command, args, { cwd: project, env, stdio: ["ignore", "inherit", "inherit"] });
  if (error) throw new Error(`${command} cannot be run: ${error.message}`);
  if (signal === "SIGKILL" || status === KILLED) {
    throw new Error(`${complaint}: the system ended it, usually because memory ran out. Add memory or a swap file, then try again.`);
  }
  if (signal) throw new Error(`${complaint}: it was ended by ${signal}. Try again.`);
  if (status !== 0) throw new Error(`${complaint}. ${cure}`);
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

/**
 * Refuses while a shop runs from this folder: installing or building would replace the files it
 * uses.
 */
async function refuseWhileRunning() {
  for (const { address } of runningShops(process.env.DATA_DIR || "data")) {
    const answers = await fetch(`${address}/healthz`, { signal: AbortSignal.timeout(2_000) }).then(
      () => true,
      () => false,
    );
    if (answers) throw new Error(`The shop is running at ${address} and its files have changed. Stop it first, then start again.`);
  }
}

/** The shops recorded in a data folder: one on the built-in database, others on one elsewhere. */
function runningShops(dataDir) {
  const database = join(dataDir, "database");
  const records = filesIn(join(dataDir, "running"));
  if (existsSync(database)) records.push(join(dirname(realpathSync(database)), "running.json"));
  return records.map(readJson).filter((running) => running?.address);
}

function readJson(path) {
  try {
    return JSON.parse(readText(path));
  } catch {
    return null;
  }
}

function readText(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
