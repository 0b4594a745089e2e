import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { StartProblem } from "#platform/start-problem.ts";
import { operator } from "#shop/audit/operator.ts";
import { moveIn } from "#shop/moving-in/move-in.server.ts";
import type { MovingSources } from "#shop/moving-in/moving.server.ts";
import { openProgressLine } from "./progress-line.ts";
import { withServices } from "./with-services.ts";

const USAGE =
  "Name the old shop's export: npm run shop -- import realtime-database-export.json [--accounts accounts-export.json --hash-config accounts-hash-config.json] [--proofs folder]";

/** `import <file>`: brings the old shop's data in. */
export async function importOldShop(words: string[]): Promise<void> {
  const sources = readSources(words);
  const progress = openProgressLine();
  await withServices(async (services) => {
    await moveIn(services, sources, { by: operator, isPreview: false, seen: ({ doing }) => progress.show(doing) });
  });
  progress.end();
}

function readSources(words: string[]): MovingSources {
  const { values, positionals } = read(words);
  const [database, ...more] = positionals;
  const { accounts, "hash-config": hashConfig, proofs } = values;
  if (database === undefined || more.length > 0 || (accounts === undefined) !== (hashConfig === undefined)) throw new StartProblem(USAGE);
  return {
    database: resolve(database),
    accounts: accounts !== undefined && hashConfig !== undefined ? { file: resolve(accounts), hashConfig: resolve(hashConfig) } : null,
    proofs: proofs === undefined ? null : resolve(proofs),
  };
}

function read(words: string[]) {
  const text = { type: "string" } as const;
  try {
    return parseArgs({ args: words, allowPositionals: true, options: { accounts: text, "hash-config": text, proofs: text } });
  } catch {
    throw new StartProblem(USAGE);
  }
}
