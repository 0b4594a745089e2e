// `npm run bench -- orders` measures the production build on the shop's own Node; `--write` adds
// the results to `docs/benchmarks.md`. Without a name, all benchmarks run and are written, in less
// than an hour; the first time takes longer, because seeds are made and stored.
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
} else if (benches.includes(name)) {
  await install();
  await build();
  measure(name, words.includes("--write"));
} else {
  console.error(`npm run bench, or npm run bench -- ${benches.join(" | ")} [--write]`);
  process.exitCode = 1;
}

/**
 * Runs one benchmark. A missed target or a crash makes the command exit with 1. What was measured
 * before a crash is written, too.
 */
function measure(bench, isWritten) {
  const folder = mkdtempSync(join(tmpdir(), "trackside-rows-"));
  const rows = join(folder, "rows.jsonl");
  const file = fileURLToPath(new URL(`${bench}.ts`, import.meta.url));
  const { status } = spawnSync(ownNode, [file, ...options], { env: { ...ownEnvironment, BENCH_ROWS: rows }, stdio: "inherit" });
  if (status !== 0) process.exitCode = 1;
  if (isWritten) writeBenchmarks(bench, ["npm run bench --", bench, ...options].join(" "), rows);
  rmSync(folder, { recursive: true });
}
