import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, totalmem } from "node:os";
import { fileURLToPath } from "node:url";
import { ownNode } from "../prepare.mjs";

const GB = 1024 ** 3;
const DOCUMENT = fileURLToPath(new URL("../docs/benchmarks.md", import.meta.url));
const HEADING = "## ";
const INTRODUCTION = `# Benchmarks

Written by \`npm run bench\`; \`npm run bench -- <name> --write\` writes one chapter anew. Figures are medians of rounds, with the lowest and the highest, and alternate with their yardstick. Load
generator and database are on the same machine.`;

/** All benchmarks, in the order in which they run and appear in the document. */
export const benches =
  "reads personal-pages pages styles queries orders emails followers bulk concurrency import-old-shop pictures similar-proofs statements backups payments alerts recall soak".split(
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
  const columns = columnsOf(rows);
  return [
    HEADING + bench,
    "",
    `\`${command}\`, ${new Date().toISOString().slice(0, 10)}, Node ${node}, ${process.platform}, ${machine}.`,
    "",
    tableRow(columns.map(([title]) => title)),
    `|${"---|".repeat(columns.length)}`,
    ...rows.map((row) => tableRow(columns.map(([, cellOf]) => String(cellOf(row)).replaceAll("|", "\\|")))),
  ].join("\n");
}

/** The columns that a chapter has something in. */
function columnsOf(rows) {
  const columns = [
    ["measure", (row) => row.measure],
    ["figure", (row) => row.figure],
    ["yardstick", (row) => row.yardstick],
    ["ratio", (row) => row.ratio],
    ["to reach", (row) => row.toReach],
    ["reached", (row) => (row.isReached ? "yes" : "**no**")],
  ];
  return columns.filter(([, cellOf]) => rows.some((row) => cellOf(row) !== ""));
}

const tableRow = (cells) => `| ${cells.join(" | ")} |`;
