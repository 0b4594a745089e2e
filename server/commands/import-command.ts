import { open } from "node:fs/promises";
import { resolve } from "node:path";
import { createInterface } from "node:readline/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { parseArgs } from "node:util";
import { sentenceIn } from "#messages/sentence-in.ts";
import { ExportProblem } from "#migration/export-problem.ts";
import { type MigrationResult, migrateShop } from "#migration/migrate-shop.server.ts";
import type { MigrationSources } from "#migration/migration.server.ts";
import { findMigrationRun, reportText } from "#migration/report/migration-report.server.ts";
import { summaryLines } from "#migration/report/summary-lines.ts";
import { seeRoom } from "#migration/uploads/disk-space.server.ts";
import { StartProblem } from "#platform/start-problem.ts";
import { operator } from "#shop/audit/operator.ts";
import type { OpenServices } from "../start/services.ts";
import { progressWords } from "./import-progress.ts";
import { openProgressLog } from "./progress-line.ts";
import { withServices } from "./with-services.ts";

const USAGE = `Name the export of the old shop:
  npm run shop -- import <export.json> [--accounts <file> --hash-config <file>] [--proofs <folder>] [--report <file.csv or file.json>] [--preview | --yes]`;
/** The report names orders and accounts, so other users of the machine cannot read it. [S6.5] */
const PRIVATE = 0o600;
const NOBODY_TO_ASK =
  "There is no terminal to ask you. Add --yes to import without asking, or --preview to see a preview. Nothing was changed.";
const CLOSE_FIRST = "Close the old shop first. Orders placed there after the export are not in it.";

/**
 * `import <file>`: shows what an import of the old shop's data would do, asks, and does it. Refuses
 * to go on if confirmation is needed and there is no terminal to ask on.
 */
export async function importOldShop(words: string[]): Promise<void> {
  const asked = readAsked(words);
  if (!asked.isPreview && !asked.isSure && !process.stdin.isTTY) throw new StartProblem(NOBODY_TO_ASK);
  const work = async (services: OpenServices) => {
    // Checked once for preview and import: right after the preview, the disk space of its temporary
    // rows is not free yet.
    const room = await seeRoom(services, asked.sources, true);
    if (!room.ok) throw new StartProblem(sentenceIn("en", room));
    console.log(`Looking at ${asked.sources.database}. Nothing has changed yet.`);
    let result = await migrate(services, asked, true);
    console.log(["", ...summaryLines(result.summary), "", CLOSE_FIRST].join("\n"));
    const goesOn = !asked.isPreview && (asked.isSure || (await mayGoOn()));
    if (goesOn) {
      result = await migrate(services, asked, false);
      console.log(["", "Import results:", ...summaryLines(result.summary)].join("\n"));
    } else {
      console.log("Nothing was changed.");
    }
    if (asked.report) await writeReport(services, result.runId, asked.report);
  };
  await withServices(work, { isOwner: true });
}

type Asked = { sources: MigrationSources; report: string | null; isPreview: boolean; isSure: boolean };

async function migrate(services: OpenServices, { sources }: Asked, isPreview: boolean): Promise<MigrationResult> {
  const progress = openProgressLog();
  const inWords = progressWords();
  try {
    return await migrateShop(services, sources, {
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
  const answer = await questions.question("Import it? Type yes: ");
  questions.close();
  return answer.trim().toLowerCase() === "yes";
}

async function writeReport(services: OpenServices, runId: string, file: string): Promise<void> {
  const run = await findMigrationRun(services, runId);
  if (!run) return;
  const text = Readable.from(reportText(services, run, file.endsWith(".json") ? "json" : "csv"));
  const handle = await open(file, "w", PRIVATE);
  // A file that already existed keeps its permissions.
  await handle.chmod(PRIVATE);
  await pipeline(text, handle.createWriteStream());
  console.log(`The report of every row is in ${file}.`);
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
