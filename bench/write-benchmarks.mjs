import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, totalmem } from "node:os";
import { fileURLToPath } from "node:url";
import { ownNode } from "../prepare.mjs";

const GB = 1024 ** 3;
const DOCUMENT = fileURLToPath(new URL("../docs/benchmarks.md", import.meta.url));
const HEADING = "## ";
const INTRODUCTION = `# Benchmarks

Written by \`npm run bench\`, a chapter each; \`npm run bench -- <name> --write\` writes its chapter anew. Each figure stands beside what was measured in the same run: medians of
rounds by turns, with the lowest and the highest. The load generator and the database are on the same machine.`;

/** All benchmarks, in the order in which they run and appear in the document. */
export const benches =
  "reads personal-pages pages styles queries orders followers bulk concurrency import-old-shop pictures similar-proofs statements payments soak".split(
    " ",
  );

/**
 * Replaces a benchmark's chapter of `docs/benchmarks.md` with the rows that it reported: one JSON
 * object a line, as in `report.ts`. The other chapters stay.
 */
export function writeBenchmarks(bench, command, file) {
  const lines = existsSync(file) ? readFileSync(file, "utf8").trim().split("\n").filter(Boolean) : [];
  const rows = lines.map((line) => JSON.parse(line));
  const chapters = existsSync(DOCUMENT) ? chaptersOf(readFileSync(DOCUMENT, "utf8")) : new Map();
  chapters.set(bench, chapter(bench, command, rows));
  const known = benches.filter((name) => chapters.has(name)).map((name) => chapters.get(name));
  writeFileSync(DOCUMENT, `${[INTRODUCTION, ...known].join("\n\n")}\n`);
}

function chaptersOf(text) {
  const [, ...chapters] = text.split(`\n${HEADING}`);
  return new Map(chapters.map((rest) => [rest.slice(0, rest.indexOf("\n")), HEADING + rest.trim()]));
}

function chapter(bench, command, rows) {
  const machine = `${availableParallelism()} cores (${cpus()[0]?.model.trim()}), ${Math.round(totalmem() / GB)} GB of memory`;
  const node = spawnSync(ownNode, ["--version"], { encoding: "utf8" }).stdout.trim();
  const cells = rows.map((row) => [row.measure, row.figure, row.yardstick, row.ratio, row.toReach, row.isReached ? "yes" : "**no**"]);
  return [
    HEADING + bench,
    "",
    `\`${command}\`, ${new Date().toISOString().slice(0, 10)}, Node ${node}, ${process.platform}, ${machine}.`,
    "",
    "| measure | figure | yardstick | ratio | to reach | reached |",
    "|---|---|---|---|---|---|",
    ...cells.map((row) => `| ${row.map((cell) => String(cell).replaceAll("|", "\\|")).join(" | ")} |`),
  ].join("\n");
}
