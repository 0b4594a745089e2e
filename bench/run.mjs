// `npm run bench -- orders` measures the production build on the shop's own Node; `--write` adds
// the results to `docs/benchmarks.md`. Without a name, all benchmarks run and are written, in less
// than an hour; the first time takes longer, because seeds are made and stored. `--seed` makes the
// seeds and measures nothing.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, install, ownEnvironment, ownNode } from "../prepare.mjs";
import { benches, writeBenchmarks } from "./write-benchmarks.mjs";

const [name, ...words] = process.argv.slice(2);
const options = words.filter((word) => word !== "--write");

if (name === undefined) {
  await install();
  await build();
  for (const bench of benches) {
    console.log(`\n## ${bench}\n`);
    measure(bench, true);
  }
} else if (name === "--seed") {
  await install();
  process.exitCode = run("make-seeds").status ?? 1;
} else if (benches.includes(name)) {
  await install();
  await build();
  measure(name, words.includes("--write"));
} else {
  console.error(`npm run bench, or npm run bench -- --seed | ${benches.join(" | ")} [--write]`);
  process.exitCode = 1;
}

/**
 * Runs one benchmark. A missed target or a crash makes the command exit with 1. What was measured
 * before a crash is written, too.
 */
function measure(bench, isWritten) {
  const folder = mkdtempSync(join(tmpdir(), "trackside-rows-"));
  const rows = join(folder, "rows.jsonl");
  const begun = performance.now();
  const { status } = run(bench, { BENCH_ROWS: rows });
  console.log(`\n${bench} took ${Math.round((performance.now() - begun) / 1_000)} s.`);
  if (status !== 0) process.exitCode = 1;
  if (isWritten) writeBenchmarks(bench, ["npm run bench --", bench, ...options].join(" "), rows);
  rmSync(folder, { recursive: true });
}

/** Runs a file of this folder with the command line's options. */
function run(name, environment = {}) {
  const file = fileURLToPath(new URL(`${name}.ts`, import.meta.url));
  return spawnSync(ownNode, [file, ...options], { env: { ...ownEnvironment, ...environment }, stdio: "inherit" });
}
