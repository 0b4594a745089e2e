import { createWriteStream } from "node:fs";
import { resolve } from "node:path";
import { createInterface } from "node:readline/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { parseArgs } from "node:util";
import { StartProblem } from "#platform/start-problem.ts";
import { operator } from "#shop/audit/operator.ts";
import { ExportProblem } from "#shop/moving-in/export-problem.ts";
import { type MovedIn, moveIn } from "#shop/moving-in/move-in.server.ts";
import type { MovingSources } from "#shop/moving-in/moving.server.ts";
import { findMovingRun, reportText } from "#shop/moving-in/moving-report.server.ts";
import { seeRoom } from "#shop/moving-in/room.server.ts";
import { summaryLines } from "#shop/moving-in/summary-lines.ts";
import { movingWords } from "./moving-words.ts";
import { openProgressLog } from "./progress-line.ts";
import type { OpenServices } from "./services.ts";
import { withServices } from "./with-services.ts";

const USAGE = `Name the export of the shop before:
  npm run shop -- import <export.json> [--accounts <file> --hash-config <file>] [--proofs <folder>] [--report <file.csv or file.json>] [--preview | --yes]`;
const NOBODY_TO_ASK =
  "There is no terminal to ask on whether to bring it in. Add --yes to bring it in without being asked, or --preview to look only. Nothing was written.";
const CLOSE_FIRST = "Close the old shop first: what is ordered or sold there after the export was made is not in it.";

/** `import <file>`: tells what the import of the old shop's data would do, asks, and does it. Refuses where it may not go on unasked, and nobody can be asked. */
export async function importOldShop(words: string[]): Promise<void> {
  const asked = readAsked(words);
  if (!asked.isPreview && !asked.isSure && !process.stdin.isTTY) throw new StartProblem(NOBODY_TO_ASK);
  await withServices(async (services) => {
    // Once for both: just after a preview the disk is not yet rid of what that laid out.
    const room = await seeRoom(services, asked.sources, true);
    if (!room.ok) throw new StartProblem(room.sentence);
    console.log(`Looking at ${asked.sources.database}. Nothing is written yet.`);
    let told = await move(services, asked, true);
    console.log(["", ...summaryLines(told.summary), "", CLOSE_FIRST].join("\n"));
    const goesOn = !asked.isPreview && (asked.isSure || (await mayGoOn()));
    if (goesOn) {
      told = await move(services, asked, false);
      console.log(["", "It is done:", ...summaryLines(told.summary)].join("\n"));
    } else {
      console.log("Nothing was written.");
    }
    if (asked.report) await writeReport(services, told.runId, asked.report);
  });
}

type Asked = { sources: MovingSources; report: string | null; isPreview: boolean; isSure: boolean };

async function move(services: OpenServices, { sources }: Asked, isPreview: boolean): Promise<MovedIn> {
  const progress = openProgressLog();
  const inWords = movingWords();
  try {
    return await moveIn(services, sources, {
      by: operator,
      isPreview,
      seen: (now) => progress.show(inWords(now, performance.now()), now.doing),
    });
  } catch (error) {
    throw error instanceof ExportProblem ? new StartProblem(error.message) : error;
  } finally {
    progress.end();
  }
}

async function mayGoOn(): Promise<boolean> {
  const questions = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await questions.question("Bring it in? Type yes: ");
  questions.close();
  return answer.trim().toLowerCase() === "yes";
}

async function writeReport(services: OpenServices, runId: string, file: string): Promise<void> {
  const run = await findMovingRun(services, runId);
  if (!run) return;
  await pipeline(Readable.from(reportText(services, run, file.endsWith(".json") ? "json" : "csv")), createWriteStream(file));
  console.log(`What became of every row is in ${file}.`);
}

function readAsked(words: string[]): Asked {
  const { values, positionals } = read(words);
  const [database, ...more] = positionals;
  const { accounts, "hash-config": hashConfig, proofs, report } = values;
  const isWhole = database !== undefined && more.length === 0 && (accounts === undefined) === (hashConfig === undefined);
  if (!isWhole || (report !== undefined && !/\.(csv|json)$/.test(report))) throw new StartProblem(USAGE);
  return {
    sources: {
      database: resolve(database),
      accounts: accounts !== undefined && hashConfig !== undefined ? { file: resolve(accounts), hashConfig: resolve(hashConfig) } : null,
      proofs: proofs === undefined ? null : resolve(proofs),
    },
    report: report === undefined ? null : resolve(report),
    isPreview: values.preview ?? false,
    isSure: values.yes ?? false,
  };
}

function read(words: string[]) {
  const text = { type: "string" } as const;
  const flag = { type: "boolean" } as const;
  const options = { accounts: text, "hash-config": text, proofs: text, report: text, preview: flag, yes: flag };
  try {
    return parseArgs({ args: words, allowPositionals: true, options });
  } catch {
    throw new StartProblem(USAGE);
  }
}
