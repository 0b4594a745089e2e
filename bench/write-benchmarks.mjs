import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, totalmem } from "node:os";
import { fileURLToPath } from "node:url";

const GB = 1024 ** 3;

/** Writes `docs/benchmarks.md` from the rows that the benchmarks reported: one JSON object a line, as in `report.ts`. */
export function writeBenchmarks(file) {
  const lines = existsSync(file) ? readFileSync(file, "utf8").trim().split("\n").filter(Boolean) : [];
  const rows = lines.map((line) => JSON.parse(line));
  const cells = rows.map((row) => [row.measure, row.figure, row.yardstick, row.ratio, row.toReach, row.isReached ? "yes" : "**no**"]);
  const machine = `${availableParallelism()} cores (${cpus()[0]?.model.trim()}), ${Math.round(totalmem() / GB)} GB of memory`;
  const text = [
    "# Benchmarks",
    "",
    "Written by `npm run bench`; each figure stands beside what was measured in the same run. Medians of rounds by turns, with the lowest and the highest.",
    "",
    `Measured on ${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${process.platform}, ${machine}, load generator and database on the same machine.`,
    "",
    "| measure | figure | yardstick | ratio | to reach | reached |",
    "|---|---|---|---|---|---|",
    ...cells.map((row) => `| ${row.map((cell) => String(cell).replaceAll("|", "\\|")).join(" | ")} |`),
    "",
  ];
  writeFileSync(fileURLToPath(new URL("../docs/benchmarks.md", import.meta.url)), text.join("\n"));
}
