import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { readConfig } from "#platform/config.server.ts";
import { withClient } from "#platform/database/with-client.server.ts";
import { StartProblem } from "#platform/start-problem.ts";
import type { ExportAbout } from "#shop/export/export-about.ts";
import { exportFolder } from "#shop/export/export-folder.server.ts";
import { importFolder, readExportAbout, requireTargetForExport } from "#shop/export/import-folder.server.ts";
import { takesAnyMethod } from "#shop/settings/keeps-a-method.server.ts";
import { openSource } from "../start/database-source.ts";
import { openServices } from "../start/services.ts";
import { unusableDatabase } from "../start/unusable-database.ts";
import { openEmptyPlace, recordFolder } from "./new-folder.ts";
import { openProgressLine } from "./progress-line.ts";
import { reachSource } from "./reach-source.ts";
import { sayHeldBack } from "./say-held-back.ts";
import { writeErrorReason } from "./write-error.ts";

/**
 * `export <folder>`: writes every table as CSV and JSON, and the pictures, as of one moment. The
 * shop may be running or not.
 */
export async function exportShop([name = ""]: string[]): Promise<void> {
  if (name === "") throw new StartProblem("Name the folder to write into, for example: npm run shop -- export ./export-today");
  const folder = resolve(name);
  const config = readConfig({ ...process.env, LOG_LEVEL: "warn" });
  if (config.databaseUrl === null && !existsSync(join(config.dataDir, "database"))) {
    throw new StartProblem(`There is no shop in ${config.dataDir}. Name its folder with DATA_DIR.`);
  }
  const source = await reachSource(config);
  const progress = openProgressLine();
  try {
    const services = await openServices(config, source, { forNobody: true, isCommand: true });
    try {
      const shop = { databaseUrl: source.url, files: services.longJobsFiles, vault: services.vault, now: services.now };
      const about = await exportFolder(shop, folder, ({ doing, done, of }) => progress.show(`${doing}: ${done} of ${of}`));
      progress.end();
      console.log(`Exported to ${folder}: ${inWords(about)}. docs/data.md describes each file.`);
      if (about.missingFiles.length > 0) console.log(`Missing pictures, which are not in it: ${about.missingFiles.length}.`);
      console.log(
        "Careful: it has IDs, gift card codes and addresses in clear text. Only you can read the folder. Delete it when you are done.",
      );
    } finally {
      await services.close();
    }
  } catch (error) {
    progress.end();
    const reason = writeErrorReason(error, folder);
    throw reason ? new StartProblem(`${folder} can't be written: ${reason}. The folder is incomplete: delete it.`) : error;
  } finally {
    await source.close();
  }
}

/**
 * `take-in <folder>`: imports such an export into an empty shop and encrypts it with that shop's
 * secret.
 */
export async function takeIn([name = ""]: string[]): Promise<void> {
  if (name === "") throw new StartProblem("Name the folder of the export, for example: npm run shop -- take-in ./export-today");
  const folder = resolve(name);
  const config = readConfig({ ...process.env, LOG_LEVEL: "warn" });
  await readExportAbout(folder);
  const dataFolder = await recordFolder(config.dataDir);
  const isInUse = `A shop is running on the data folder ${config.dataDir}. Import an export into an empty place only.`;
  const source = await openEmptyPlace(() => openSource(config, console.log), dataFolder, isInUse);
  const progress = openProgressLine();
  let isTakenIn = false;
  try {
    await withClient(source.url, requireTargetForExport);
    const services = await openServices(config, source, { hasBackup: true, forNobody: true });
    await services.close();
    const shop = { databaseUrl: source.url, files: services.longJobsFiles, vault: services.vault };
    const about = await importFolder(shop, folder, ({ doing, done, of }) => progress.show(`${doing}: ${done} of ${of}`));
    isTakenIn = true;
    progress.end();
    console.log(`Imported, as it was at ${about.madeAt}: ${inWords(about)}.`);
    console.log("Everyone logs in again with the same password. Admins set up two-step login again.");
    await sayHeldBack(source.url, config);
    for (const sentence of await aboutMethods(source.url)) console.log(sentence);
  } catch (error) {
    progress.end();
    throw unusableDatabase(config, error) ?? error;
  } finally {
    await source.close();
    if (source.isNew && !isTakenIn) await dataFolder.takeBack();
  }
}

/**
 * What the owner does about payments after an import: their keys are not in an export. A shop that
 * sold by them alone sells nothing until then. [S10.1] [S10.16]
 */
async function aboutMethods(url: string): Promise<string[]> {
  const isAnyOn = await withClient(url, takesAnyMethod);
  return [
    "UPI, Razorpay and Stripe are off, because their keys are not in an export. Set them up again under More, Payment methods.",
    ...(isAnyOn ? [] : ["Careful: no payment method is on, so nobody can order from this shop until you switch one on."]),
  ];
}

function inWords({ rows, files }: Pick<ExportAbout, "rows" | "files">): string {
  const counts = { product: rows.products, ID: rows.ids, order: rows.orders, account: rows.customers, picture: files };
  return Object.entries(counts)
    .map(([word, count = 0]) => `${count} ${word}${count === 1 ? "" : "s"}`)
    .join(", ");
}
