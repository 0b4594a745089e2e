import { setTimeout as wait } from "node:timers/promises";
import type { Pool } from "pg";
import { closeDatabase, openDatabase } from "#platform/database/open.server.ts";
import { openWorker, type Task, type TaskGroup, type Worker } from "#platform/jobs/worker.server.ts";
import type { Services } from "#platform/provides.ts";
import { SEND_EMAIL, SEND_EMAILS } from "#shop/emails/queue-email.server.ts";
import { requeueEmails } from "#shop/emails/sending/email-chores.server.ts";
import { openSender } from "#shop/emails/sending/open-sender.server.ts";
import { followMissedRefunds } from "#shop/orders/claims/follow-refund.server.ts";
import { followDuePayments, followOpenPayments } from "#shop/orders/payment/attempts/follow-due.server.ts";
import { followAttempt } from "#shop/orders/payment/attempts/follow-payment.server.ts";
import { FOLLOW_UNKNOWN_PAGE, recordMoneyOf } from "#shop/orders/payment/attempts/follow-unknown-page.server.ts";
import { FOLLOW_PAYMENT } from "#shop/orders/payment/attempts/payment-jobs.server.ts";
import { FOLLOW_DISPUTE, followOpenDisputes } from "#shop/orders/payment/disputes/dispute-jobs.server.ts";
import { takeDispute } from "#shop/orders/payment/disputes/take-dispute.server.ts";
import { followRefundsOf } from "#shop/orders/payment/refunds/follow-refunds.server.ts";
import { FOLLOW_REFUNDS, followDueRefunds, followOpenRefunds } from "#shop/orders/payment/refunds/refund-jobs.server.ts";
import { wakeOpenRecalls } from "#shop/orders/recalls/go-on-recalls.server.ts";
import { isProviderName } from "#shop/payments/payment.ts";
import { SEND_PUSH } from "#shop/push/queue-pushes.server.ts";
import { runPushJob } from "#shop/push/send-push.server.ts";
import { SUBSCRIPTIONS_MAX } from "#shop/webhooks/constants.ts";
import { requeueDeliveries } from "#shop/webhooks/delivery-chores.server.ts";
import { SEND_DELIVERIES } from "#shop/webhooks/queue-deliveries.server.ts";
import { runDeliveryJob } from "#shop/webhooks/send-delivery.server.ts";
import type { OpenServices } from "../start/services.ts";
import { scheduledChores } from "./scheduled-chores.ts";

/** One job sends, and others tell it of more emails. */
const EMAIL_JOBS_AT_ONCE = 2;
const PUSHES_AT_ONCE = 4;
const PAYMENTS_AT_ONCE = 8;
/** A buyer waits for the page of a provider that is tried again after 1, 3 and 7 s. */
const PAYMENTS_POLL_MS = 1_000;
/**
 * The workers have connections of their own: one for each group that listens for jobs, and three
 * for taking and finishing jobs. There are more workers, because a running job needs none of these.
 */
const CONNECTIONS = 7;
const CLOSE_MS = 1_000;

/**
 * Runs the queue's jobs in this process: emails, webhook deliveries, push notifications, payments
 * and scheduled chores. Each kind has workers of its own (deliveries and push notifications share
 * theirs), and each subscription too, so that none waits for another that hangs. Several processes
 * and machines share the work. `pool` has the workers' connections.
 */
export function startJobs(opened: OpenServices, databaseUrl: string, machine: string): Worker & { pool: Pool } {
  const services = { ...opened, files: opened.longJobsFiles };
  const db = openDatabase(databaseUrl, { max: CONNECTIONS, name: "trackside jobs" });
  const { log, installJobs } = opened;
  const caughtUp = catchUp(services).catch((error) =>
    log.error("payments, refunds, disputes and emails not looked at after the start", error),
  );
  const worker = openWorker({ db, log, machine, installJobs }, taskGroups(services, { ...services, db: opened.longJobsDb }));
  return {
    pool: db.$client,
    async close(timeoutMs) {
      await Promise.all([worker.close(timeoutMs), Promise.race([caughtUp, wait(timeoutMs, undefined, { ref: false })])]);
      await Promise.race([closeDatabase(db), wait(CLOSE_MS, undefined, { ref: false })]);
    },
  };
}

/**
 * The tasks that this process runs. Emails wait if no mail is set up. `forChores` has a database on
 * which statements may take long.
 */
export function taskGroups(services: Services, forChores: Services = services): TaskGroup[] {
  const sender = openSender(services);
  const send: Task = (_payload, stopping) => sender(stopping);
  const emails = { tasks: { [SEND_EMAILS]: send, [SEND_EMAIL]: send }, atOnce: EMAIL_JOBS_AT_ONCE };
  const deliver: Task = (payload, stopping) => runDeliveryJob(services, payload, () => stopping.aborted);
  const push: Task = (payload) => runPushJob(services, payload);
  const deliveries = {
    tasks: { [SEND_DELIVERIES]: deliver, [SEND_PUSH]: push },
    atOnce: SUBSCRIPTIONS_MAX + PUSHES_AT_ONCE,
  };
  const follow: Task = ({ attemptId = "" }) => followAttempt(services, attemptId);
  const payBack: Task = ({ paymentId = "" }) => followRefundsOf(services, paymentId);
  const look: Task = ({ provider = "", pageId = "" }: Record<string, string>) =>
    isProviderName(provider) ? recordMoneyOf(services, { provider, pageId }) : Promise.resolve();
  const dispute: Task = ({ provider = "", disputeId = "", attempt = "" }: Record<string, string>) =>
    isProviderName(provider) ? takeDispute(services, { provider, disputeId }, Number(attempt)) : Promise.resolve();
  const payments = {
    tasks: { [FOLLOW_PAYMENT]: follow, [FOLLOW_REFUNDS]: payBack, [FOLLOW_UNKNOWN_PAGE]: look, [FOLLOW_DISPUTE]: dispute },
    atOnce: PAYMENTS_AT_ONCE,
    pollMs: PAYMENTS_POLL_MS,
  };
  return [...(services.mail.isOn ? [emails] : []), deliveries, payments, scheduledChores(forChores)];
}

/**
 * Looks once, at the start, at what may have come, gone or changed while no process ran, such as in
 * a restored shop: what waits, and all payments, refunds and disputes that are not over. Later only
 * those that are due are asked about, because a provider refuses whoever asks too often. [S10.11]
 */
export async function catchUp(services: Services): Promise<void> {
  // First, because the others are looked at again each minute. In turn, so that the start takes no further connection.
  await Promise.all([followOpenPayments(services), followOpenRefunds(services), followOpenDisputes(services)]);
  await requeueWaiting(services);
  await followMissedRefunds(services);
}

/**
 * Re-queues emails, deliveries and recalls that wait without a job, and the payments and refunds
 * that are due, also where the clock was set back. Returns how many.
 */
export async function requeueWaiting(services: Services): Promise<number> {
  const requeued = await Promise.all([
    requeueEmails(services),
    requeueDeliveries(services),
    followDuePayments(services),
    followDueRefunds(services),
  ]);
  // After the others, so that the start takes no further connection.
  requeued.push(await wakeOpenRecalls(services));
  return requeued.reduce((all, one) => all + one, 0);
}
