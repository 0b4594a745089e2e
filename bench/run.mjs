// `npm run bench -- orders` measures the production build, on the shop's own Node; without a name all that takes minutes is measured, and `docs/benchmarks.md` written.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, install, ownEnvironment, ownNode } from "../prepare.mjs";
import { writeBenchmarks } from "./write-benchmarks.mjs";

const benches = ["reads", "orders", "followers", "sizes", "bulk", "concurrency", "start", "wire", "pages", "look-alikes"];
/** Hours long: only by their names. */
const longBenches = ["churn", "soak", "moving-in"];
const [name, ...options] = process.argv.slice(2);

if (name === undefined) {
  await install();
  await build();
  const folder = mkdtempSync(join(tmpdir(), "trackside-rows-"));
  const rows = join(folder, "rows.jsonl");
  for (const bench of benches) {
    console.log(`\n## ${bench}\n`);
    if (run(bench, { BENCH_ROWS: rows }) !== 0) process.exitCode = 1;
  }
  writeBenchmarks(rows);
  rmSync(folder, { recursive: true });
} else if ([...benches, ...longBenches].includes(name)) {
  await install();
  await build();
  process.exitCode = run(name, {});
} else {
  console.error(`npm run bench, or npm run bench -- ${[...benches, ...longBenches].join(" | ")}`);
  process.exitCode = 1;
}

function run(bench, environment) {
  const file = fileURLToPath(new URL(`${bench}.ts`, import.meta.url));
  return spawnSync(ownNode, [file, ...options], { env: { ...ownEnvironment, ...environment }, stdio: "inherit" }).status ?? 1;
}
