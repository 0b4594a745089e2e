import { setTimeout as wait } from "node:timers/promises";
import { closeDatabase, openDatabase } from "#platform/database/open.server.ts";
import { openWorker, type Task, type TaskGroup, type Worker } from "#platform/jobs/worker.server.ts";
import type { Services } from "#platform/provides.ts";
import { FORMER_SEND_EMAIL, SEND_EMAIL } from "#shop/emails/queue-email.server.ts";
import { requeueEmails } from "#shop/emails/sending/email-chores.server.ts";
import { sendEmail } from "#shop/emails/sending/send-email.server.ts";
import { SUBSCRIPTIONS_MAX } from "#shop/webhooks/constants.ts";
import { requeueDeliveries } from "#shop/webhooks/delivery-chores.server.ts";
import { FORMER_SEND_DELIVERIES, SEND_DELIVERIES } from "#shop/webhooks/queue-deliveries.server.ts";
import { runDeliveryJob } from "#shop/webhooks/send-delivery.server.ts";
import type { OpenServices } from "../start/services.ts";
import { scheduledChores } from "./scheduled-chores.ts";

const EMAILS_AT_ONCE = 4;
/**
 * The workers have connections of their own: one for each group that listens for jobs, and some for
 * their queries.
 */
const CONNECTIONS = 6;
const CLOSE_MS = 1_000;

/**
 * Runs the queue's jobs in this process: emails, webhook deliveries and scheduled chores. Each kind
 * has workers of its own, and each subscription too, so that none waits for another that hangs.
 * Several processes and machines share the work.
 */
export function startJobs(opened: OpenServices, databaseUrl: string): Worker {
  const services = { ...opened, files: opened.longJobsFiles };
  const db = openDatabase(databaseUrl, { max: CONNECTIONS, name: "trackside jobs" });
  const { log, installJobs } = opened;
  void requeueWaiting(services).catch((error) => log.error("letters and notices not queued again", error));
  const worker = openWorker({ db, log, installJobs }, taskGroups(services, { ...services, db: opened.longJobsDb }));
  return {
    async close(timeoutMs) {
      await worker.close(timeoutMs);
      await Promise.race([closeDatabase(db), wait(CLOSE_MS, undefined, { ref: false })]);
    },
  };
}

/**
 * The tasks that this process runs. Emails wait if no mail is set up. `forChores` has a database on
 * which statements may take long.
 */
export function taskGroups(services: Services, forChores: Services = services): TaskGroup[] {
  const sendOne: Task = ({ letterId = "", emailId = letterId }: Record<string, string>) => sendEmail(services, emailId);
  const emails = { tasks: { [SEND_EMAIL]: sendOne, [FORMER_SEND_EMAIL]: sendOne }, atOnce: EMAILS_AT_ONCE };
  const deliver: Task = (payload, stopping) => runDeliveryJob(services, payload, () => stopping.aborted);
  const deliveries = { tasks: { [SEND_DELIVERIES]: deliver, [FORMER_SEND_DELIVERIES]: deliver }, atOnce: SUBSCRIPTIONS_MAX };
  return [...(services.mail.isOn ? [emails] : []), deliveries, scheduledChores(forChores)];
}

/**
 * Re-queues emails and deliveries that wait without a job, such as those of a restored shop.
 * Returns how many.
 */
export async function requeueWaiting(services: Services): Promise<number> {
  const [emails, deliveries] = await Promise.all([requeueEmails(services), requeueDeliveries(services)]);
  return emails + deliveries;
}
