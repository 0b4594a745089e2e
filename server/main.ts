import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type Config, readConfig, refuseWeakSecret } from "#platform/config.server.ts";
import { StartProblem } from "#platform/start-problem.ts";
import { Credentials } from "#shop/accounts/account-forms.ts";
import { openAuth } from "#shop/accounts/auth.server.ts";
import { type FirstAdmin, openFirstAdmin } from "#shop/accounts/first-admin.server.ts";
import { createApp } from "./app.ts";
import { type BackupChore, startChores } from "./chores.ts";
import { openServer } from "./connections.ts";
import { checkFiles } from "./files.ts";
import { seedSampleData } from "./sample-data.ts";
import { sendLetters } from "./send-letters.ts";
import { type OpenServices, openServices, openSource } from "./services.ts";
import { openDrain } from "./shutdown.ts";

/** Requests get this long to be answered; the database then still stops within the ten seconds that a shutdown may take. */
const DRAIN_MS = 5_000;
const GIVE_UP_MS = 9_800;
/** Letters that are on their way get this long to arrive; the others wait in the database. */
const WORKER_DRAIN_MS = 2_500;

/** Opened last, closed first. */
const closers: (() => Promise<void>)[] = [];
let stopping: Promise<void> | null = null;

// Where its words go may be a full disk, or a reader that is gone: the shop goes on without being heard.
for (const words of [process.stdout, process.stderr]) words.on("error", () => {});

async function start(): Promise<void> {
  const config = readConfig(process.env);
  refuseWeakSecret(config);
  const admin = checkAdmin(config);
  const source = await openSource(config, say);
  closers.push(source.close);
  const services = await openServices(config, source);
  closers.push(services.close);
  await checkFiles(config, services.log);
  // One visitor's forgotten promise must not end the shop for all.
  process.on("unhandledRejection", (cause) => services.log.error("a promise failed unheard", cause));

  const appUrl = config.appUrl ?? `http://localhost:${config.port}`;
  const auth = openAuth(services, { appUrl, secret: services.secret });
  if (source.isNew && config.hasSampleData && !config.isPublic) await seedSampleData(services);
  const firstAdmin = await openFirstAdmin(services, auth, admin);
  if (firstAdmin.way === "refused") throw new StartProblem(`ADMIN_PASSWORD: ${firstAdmin.refusal.sentence}`);

  closers.push(startChores({ ...services, files: services.patientFiles }, backupsOf(config, source.url, services)));
  const app = createApp(services, config, auth, firstAdmin.link);
  const server = openServer(app.fetch);
  const drain = openDrain(server);
  const address = await listen(server, config);
  const worker = sendLetters(services);
  closers.push(async () => {
    await Promise.all([drain.stop(DRAIN_MS), worker.close(WORKER_DRAIN_MS)]);
  });
  await source.noteAddress(config.appUrl ?? address);
  greet(config.appUrl ?? address, firstAdmin);
}

function backupsOf(config: Config, databaseUrl: string, services: OpenServices): BackupChore | null {
  if (config.backupDir === null) return null;
  const { patientFiles: files, now, secret } = services;
  return {
    ...{ databaseUrl, files, now, secret: { value: secret, isOperators: config.secret !== null } },
    ...{ dir: config.backupDir, passphrase: config.backupPassphrase, dataDir: config.dataDir },
  };
}

function checkAdmin({ admin }: Config): Config["admin"] {
  if (admin === null || Credentials.safeParse(admin).success) return admin;
  throw new StartProblem("ADMIN_PASSWORD must have 8 to 128 characters, and ADMIN_EMAIL must be an e-mail address.");
}

async function listen(server: Server, { port, host }: Config): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(cannotListen(error, port, host)));
    server.listen(port, host, resolve);
  });
  const bound = server.address() as AddressInfo;
  const isAnywhere = ["127.0.0.1", "0.0.0.0", "::", "::1", "localhost"].includes(host);
  return `http://${isAnywhere ? "localhost" : host}:${bound.port}`;
}

function cannotListen(error: NodeJS.ErrnoException, port: number, host: string): Error {
  switch (error.code) {
    case "EADDRINUSE":
      return new StartProblem(`Port ${port} is taken by another program. Choose another one, for example: PORT=${port + 1} npm start`);
    case "EACCES":
      return new StartProblem(`Port ${port} may only be used by root. Choose one above 1023, for example: PORT=3000 npm start`);
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return new StartProblem(
        `HOST is ${host}, which is no address of this machine. Use 127.0.0.1 for this machine alone, or 0.0.0.0 for all.`,
      );
    default:
      return error;
  }
}

function greet(address: string, firstAdmin: FirstAdmin): void {
  say(`The shop is open: ${address}`);
  if (firstAdmin.way === "created") say(`The first admin is ${firstAdmin.email}: log in at ${address}/admin/login`);
  if (firstAdmin.way === "link") say(`Become its admin here, within 60 minutes and once: ${address}${firstAdmin.path}`);
}

/** Stops in the order that cuts nobody off: requests, then connections, then the database. Later calls wait for the first. */
function stop(): Promise<void> {
  stopping ??= (async () => {
    for (const close of closers.reverse()) await close();
  })();
  return stopping;
}

async function leave(): Promise<void> {
  if (stopping) return;
  setTimeout(() => process.exit(1), GIVE_UP_MS).unref();
  await started;
  await stop();
  process.exit(process.exitCode ?? 0);
}

async function fail(error: unknown): Promise<void> {
  process.exitCode = 1;
  console.error(error instanceof StartProblem ? error.message : error);
  await stop();
  process.exit();
}

function say(line: string): void {
  console.log(line);
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, leave);
// The launcher died without a word.
process.on("disconnect", leave);

const started = start().catch(fail);
await started;
