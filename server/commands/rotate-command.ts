import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Config, readConfig } from "#platform/config.server.ts";
import { AlreadyRunning } from "#platform/database/embedded/embedded.server.ts";
import { requireNobodyThere } from "#platform/database/no-connections.server.ts";
import { withClient } from "#platform/database/with-client.server.ts";
import { NEW_SECRET_MIN_LENGTH } from "#platform/encryption/secret.server.ts";
import { StartProblem } from "#platform/start-problem.ts";
import { type Rotated, type Rotation, type RotationProgress, rotateSecret } from "#shop/secret/rotate-secret.server.ts";
import { type DatabaseSource, openSource } from "../start/database-source.ts";
import { openServices } from "../start/services.ts";
import { unusableDatabase } from "../start/unusable-database.ts";
import { openProgressLine } from "./progress-line.ts";
import { promptPassword } from "./prompt-password.ts";

const SECRET_BYTES = 32;

/**
 * `rotate-secret`: replaces the secret of a stopped shop and re-encrypts its values. The new secret
 * is generated and stored in the data folder, or taken from `NEW_SECRET`; if `SECRET` is set, the
 * operator must give the new one.
 */
export async function rotate(): Promise<void> {
  const config = readConfig({ ...process.env, LOG_LEVEL: "warn" });
  if (config.databaseUrl === null && !existsSync(join(config.dataDir, "database"))) {
    throw new StartProblem(`There is no shop in ${config.dataDir}. Name its folder with DATA_DIR.`);
  }
  const next = await newSecret(config);
  const source = await openSource(config, console.log).catch((error) => {
    throw error instanceof AlreadyRunning
      ? new StartProblem(`A shop is running on the data folder ${config.dataDir}. Stop it first. Nothing was changed.`)
      : error;
  });
  const progress = openProgressLine();
  try {
    const from = await secretOfShop(config, source);
    if (from === next) throw new StartProblem("That is the current secret. Nothing was changed.");
    const rotation = { from, to: next, isStored: config.secret === null };
    const rotated = await rotateSecret({ databaseUrl: source.url, dataDir: config.dataDir }, rotation, (done) =>
      progress.show(inWords(done)),
    );
    progress.end();
    console.log(said(config, rotation, rotated));
  } catch (error) {
    progress.end();
    throw unusableDatabase(config, error) ?? error;
  } finally {
    await source.close();
  }
}

/**
 * Returns the current secret of a database that nobody else uses. Throws a
 * `StartProblem` if the configured secret does not match.
 */
async function secretOfShop(config: Config, source: DatabaseSource): Promise<string> {
  await withClient(source.url, requireNobodyThere);
  const services = await openServices(config, source, { isCommand: true, touchesAll: true });
  await services.close();
  return services.secret;
}

async function newSecret({ secret }: Config): Promise<string> {
  const given = process.env.NEW_SECRET || (secret === null ? null : await askNewSecret());
  if (given === null) return randomBytes(SECRET_BYTES).toString("base64url");
  if (given.length >= NEW_SECRET_MIN_LENGTH && given.trim() === given) return given;
  throw new StartProblem(
    [
      `The new secret needs at least ${NEW_SECRET_MIN_LENGTH} characters and no spaces at its ends. Nothing was changed. Make one with:`,
      `  node -p "require('crypto').randomBytes(32).toString('base64url')"`,
    ].join("\n"),
  );
}

async function askNewSecret(): Promise<string> {
  const given = await promptPassword("New secret, to replace SECRET: ");
  if (given === "") throw new StartProblem("SECRET is set, so type the new secret, or set NEW_SECRET. Nothing was changed.");
  if (process.stdin.isTTY && (await promptPassword("Once more: ")) !== given) {
    throw new StartProblem("The two don't match. Nothing was changed.");
  }
  return given;
}

function inWords({ doing, done }: RotationProgress): string {
  return done === 0 ? doing : `${doing}: ${done}`;
}

function said({ secret, dataDir }: Config, { isStored }: Rotation, { ids, others }: Rotated): string {
  const where = isStored
    ? `The new one is in ${join(dataDir, "secret")}.`
    : "Set SECRET to the new one now, wherever you start the shop. It no longer starts with the old one.";
  const earlier =
    secret === null ? "Earlier backups contain the old secret" : "Earlier backups need the old secret, so keep it as long as you keep them";
  return [
    `The secret was changed. Encrypted again: ${ids} ${ids === 1 ? "ID" : "IDs"} and ${others} other ${others === 1 ? "value" : "values"}. ${where}`,
    `Everyone has to log in again. Private links still work. ${earlier}. Make a new backup.`,
  ].join("\n");
}
