// `npm run bench -- orders` measures the production build, on the shop's own Node; with `--write` it puts what it measured into `docs/benchmarks.md`. Without a name everything
// is measured, which takes about five hours, and written.
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

/** Measures; what is not reached, or breaks off, lets the command end with 1. What was measured before it broke off is written, too. */
function measure(bench, isWritten) {
  const folder = mkdtempSync(join(tmpdir(), "trackside-rows-"));
  const rows = join(folder, "rows.jsonl");
  const file = fileURLToPath(new URL(`${bench}.ts`, import.meta.url));
  const { status } = spawnSync(ownNode, [file, ...options], { env: { ...ownEnvironment, BENCH_ROWS: rows }, stdio: "inherit" });
  if (status !== 0) process.exitCode = 1;
  if (isWritten) writeBenchmarks(bench, ["npm run bench --", bench, ...options].join(" "), rows);
  rmSync(folder, { recursive: true });
}
