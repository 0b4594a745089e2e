import { closeDatabase, openDatabase } from "#platform/database/open.server.ts";
import { openVault } from "#platform/encryption/vault.server.ts";
import { jobs } from "#platform/jobs/jobs.server.ts";
import { openWorker } from "#platform/jobs/worker.server.ts";
import { openListener } from "#platform/live/listener.server.ts";
import { openLog } from "#platform/log.server.ts";
import { openSmtp } from "#platform/mail/smtp.server.ts";
import { readSmtpUrl } from "#platform/mail/smtp-url.ts";
import { openProcessState } from "#server/start/process-state.ts";
import { SEND_EMAILS } from "#shop/emails/queue-email.server.ts";
import { openSender } from "#shop/emails/sending/open-sender.server.ts";

/**
 * A process that sends emails until it is killed: `node mail-worker.ts <database> <secret> <mail
 * server> <pulse in ms> <dead after ms>`.
 */
const [databaseUrl = "", secret = "", smtpUrl = "", everyMs = "", deadAfterMs = ""] = process.argv.slice(2);
const server = readSmtpUrl(smtpUrl);
if (!server) throw new Error("no mail server");
const db = openDatabase(databaseUrl);
const log = openLog("silent");
const now = () => new Date();
const services = {
  ...openProcessState({ db, live: await openListener(databaseUrl, log), now }),
  db,
  log,
  jobs,
  now,
  vault: openVault(secret),
  mail: openSmtp({ server, from: { name: null, address: "no-reply@shop.example" }, origin: "https://shop.example", connections: 4 }),
};
const sender = openSender(services);
const tasks = { [SEND_EMAILS]: (_payload: unknown, stopping: AbortSignal) => sender(stopping) };
const pulse = { everyMs: Number(everyMs), deadAfterMs: Number(deadAfterMs) };
const worker = openWorker(services, [{ tasks, atOnce: 2 }], { pollMs: 50, pulse });
process.on("SIGTERM", async () => {
  await worker.close(1_000);
  await closeDatabase(db);
  process.exit();
});
