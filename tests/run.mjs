// `npm test`: from a fresh clone to one line with the result. Runs on the machine's Node without
// any package; everything else runs on the shop's own Node.
import { spawn } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { build, install, ownEnvironment } from "../prepare.mjs";
import { bringChromium } from "./support/processes/chromium.mjs";
import { openTestFolder } from "./support/processes/folder-in-memory.mjs";
import { OPERATORS } from "./support/processes/operators.mjs";
import { bringPhoneFonts } from "./support/processes/phone-fonts.mjs";

/**
 * For hanging tests: the longest part takes 12 minutes on two cores, and 35 on a slow machine.
 */
const LIMIT_MS = 40 * 60_000;
for (const name of Object.keys(process.env)) if (OPERATORS.test(name)) delete process.env[name];

const isPlain = !process.stdout.isTTY;
if (isPlain) process.env.NO_COLOR = "1";

const sum = { passed: 0, failed: 0, skipped: 0 };
const folder = openTestFolder();
process.env.TMPDIR = folder;
if (await check("Packages are installed", install)) await everything();
console.log(`\n${sum.passed} passed, ${sum.failed} failed${sum.skipped > 0 ? `, ${sum.skipped} skipped` : ""}`);
process.exitCode = sum.failed > 0 ? 1 : 0;

async function everything() {
  // The build uses one core most of the time, so these two run beside it.
  const lint = begin("lint", "npm", "run", "--silent", "lint", "--", `--colors=${isPlain ? "off" : "force"}`);
  const types = begin("types", "npm", "run", "--silent", "types");
  await check("Production build", build);
  await check("Format and lint", lint);
  await check("Types", types);
  await suite("Unit, database and start tests", vitest);
  if (!(await check("Chromium is there", bringChromium))) return;
  const missingFonts = bringPhoneFonts();
  if (missingFonts) console.log(missingFonts);
  await suite("Journeys", playwright);
}

async function vitest() {
  const report = join(folder, "vitest.json");
  const status = await run("vitest", "run", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`);
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = readJson(report);
  return { status, passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests };
}

async function playwright() {
  // Playwright sets a different colour variable for its workers, and Node warns if both are set.
  if (isPlain) process.env.FORCE_COLOR = "0";
  delete process.env.NO_COLOR;
  process.env.PLAYWRIGHT_JSON_OUTPUT_FILE = join(folder, "playwright.json");
  const status = await run("playwright", "test", "--reporter=list,json");
  const { expected, unexpected, flaky, skipped } = readJson(process.env.PLAYWRIGHT_JSON_OUTPUT_FILE).stats;
  return { status, passed: expected, failed: unexpected + flaky, skipped };
}

/** Runs a check, which counts as one test. */
async function check(title, work) {
  console.log(`\n── ${title}`);
  const startedAt = Date.now();
  try {
    await work();
    sum.passed += 1;
    console.log(`✓ ${title} (${Math.round((Date.now() - startedAt) / 1000)} s)`);
    return true;
  } catch (error) {
    sum.failed += 1;
    console.log(`✗ ${title}: ${error.message}`);
    return false;
  }
}

/**
 * Adds a suite's tests to the sum. A suite that ran no tests, or failed without a failed test,
 * counts as a failed test.
 */
async function suite(title, work) {
  console.log(`\n── ${title}`);
  const { status, passed, failed, skipped } = await work().catch((error) => ({ status: error.message, passed: 0, failed: 0, skipped: 0 }));
  sum.passed += passed;
  sum.failed += failed;
  sum.skipped += skipped;
  if (failed === 0 && (status !== 0 || passed === 0)) {
    sum.failed += 1;
    console.log(`✗ ${title}: ${passed === 0 ? "no test ran" : "not all is well though no test failed"} (${status})`);
  }
}

/** Runs a command of the project and resolves to its exit status, or the signal that ended it. */
function run(command, ...options) {
  return ended(start("inherit", command, ...options));
}

/**
 * Starts a command whose output waits in a file. The result prints all of it at the command's end,
 * and throws if it failed.
 */
function begin(name, command, ...options) {
  const file = join(folder, `${name}.txt`);
  const output = openSync(file, "w");
  const status = ended(start(output, command, ...options));
  // Whoever asks for the status gets the error; until then it must not end the process.
  status.catch(() => {});
  closeSync(output);
  return async () => {
    const is = await status.finally(() => process.stdout.write(readFileSync(file)));
    if (is !== 0) throw new Error(`it ended with ${is}`);
  };
}

function start(output, command, ...options) {
  const env = { ...process.env, PATH: ownEnvironment.PATH };
  return spawn(command, options, { env, stdio: ["ignore", output, output], timeout: LIMIT_MS });
}

function ended(child) {
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (status, signal) => resolve(signal ?? status));
  });
}

function readJson(file) {
  return JSON.parse(readFileSync(file, "utf8"));
}
