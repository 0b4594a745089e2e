import { removeDeadJobs } from "#platform/jobs/jobs.server.ts";
import type { Task, TaskGroup } from "#platform/jobs/worker.server.ts";
import type { Services } from "#platform/provides.ts";
import { sweepRateLimits } from "#platform/rate-limit/rate-limit.server.ts";
import { sweepInvitations } from "#shop/accounts/invitations/sweep-invitations.server.ts";
import { emailFailedBackups } from "#shop/backups/email-failed-backups.server.ts";
import { MINUTE_MS } from "#shop/constants.ts";
import { removeOldEmails } from "#shop/emails/sending/email-chores.server.ts";
import { sweepBuyerPush } from "#shop/orders/access/buyer-push.server.ts";
import { followMissedRefunds } from "#shop/orders/claims/follow-refund.server.ts";
import { endHolds } from "#shop/orders/payment/attempts/end-holds.server.ts";
import { followDuePayments } from "#shop/orders/payment/attempts/follow-due.server.ts";
import { followOpenDisputes } from "#shop/orders/payment/disputes/dispute-jobs.server.ts";
import { findRefunds } from "#shop/orders/payment/refunds/find-refunds.server.ts";
import { followDueRefunds } from "#shop/orders/payment/refunds/refund-jobs.server.ts";
import { expireUnpaid } from "#shop/orders/payment/upi/expire-unpaid.server.ts";
import { compareProofs } from "#shop/orders/proofs/compare-proofs.server.ts";
import { COMPARE_PROOFS } from "#shop/orders/proofs/payment-fingerprint.server.ts";
import { GO_ON_RECALLS, goOnRecalls } from "#shop/orders/recalls/go-on-recalls.server.ts";
import { eraseOld } from "#shop/orders/retention/erase-old-orders.server.ts";
import { fingerprintEmails } from "#shop/orders/search/fingerprint-emails.server.ts";
import { askSilentProviders } from "#shop/payments/methods/ask-silent-providers.server.ts";
import { sweepPayments } from "#shop/payments/sweep-payments.server.ts";
import { announceLowStock } from "#shop/stock/alerts/announce-low-stock.server.ts";
import { emailMostlyReserved } from "#shop/stock/alerts/email-mostly-held.server.ts";
import { sweepChecked } from "#shop/stock/imports/sweep-checked.server.ts";
import { notifyWaiting } from "#shop/waitlist/notify-waiting.server.ts";
import { sweepWaitlist } from "#shop/waitlist/sweep-waitlist.server.ts";
import { removeOldDeliveries } from "#shop/webhooks/delivery-chores.server.ts";

/** The most chores that run at once in one process. */
const AT_ONCE = 4;

/** Something that the shop does by itself; it says how much there was to do. */
type Chore = {
  task: string;
  minutes: Minutes;
  done: string;
  do: (services: Services, stopping: AbortSignal) => Promise<number>;
};

/**
 * An interval, and the minutes of the hour (UTC) at which it falls. The hourly ones are spread over
 * the hour.
 */
type Minutes = { every: 1 | 5 | 10 | 60; at: string };
const eachMinute: Minutes = { every: 1, at: "*" };
const each5Minutes: Minutes = { every: 5, at: "*/5" };
const each10Minutes: Minutes = { every: 10, at: "*/10" };
const eachHour = (at: number): Minutes => ({ every: 60, at: String(at) });

const chores: Chore[] = [
  {
    task: "announce-low-stock",
    minutes: eachMinute,
    done: "products told that have few IDs left",
    do: announceLowStock,
  },
  {
    task: "email-mostly-held",
    minutes: each5Minutes,
    done: "owners told that most of a product is held",
    do: emailMostlyReserved,
  },
  {
    task: "email-failed-backups",
    minutes: each10Minutes,
    done: "owners told that backups fail",
    do: (services) => emailFailedBackups(services),
  },
  { task: "notify-waiting", minutes: eachMinute, done: "emails queued that a product is back in stock", do: notifyWaiting },
  { task: "expire-unpaid", minutes: eachMinute, done: "orders cancelled that were not paid in time", do: expireUnpaid },
  { task: GO_ON_RECALLS, minutes: eachMinute, done: "steps of recalls done", do: goOnRecalls },
  { task: "end-holds", minutes: eachMinute, done: "orders looked at whose time to pay was over", do: endHolds },
  { task: "follow-due-payments", minutes: eachMinute, done: "payments asked about at their provider", do: followDuePayments },
  { task: "ask-silent-providers", minutes: eachMinute, done: "payment providers that answer again", do: askSilentProviders },
  { task: "follow-due-refunds", minutes: eachMinute, done: "payments whose provider is asked about refunds", do: followDueRefunds },
  { task: "follow-claims", minutes: each10Minutes, done: "claims brought in line with refunds", do: followMissedRefunds },
  { task: "find-refunds", minutes: eachHour(42), done: "payments with refunds made on their provider's own pages", do: findRefunds },
  { task: "follow-disputes", minutes: eachHour(47), done: "disputes asked about at their provider", do: followOpenDisputes },
  { task: COMPARE_PROOFS, minutes: each5Minutes, done: "proofs compared with earlier ones", do: compareProofs },
  {
    task: "fingerprint-emails",
    minutes: each5Minutes,
    done: "addresses of orders fingerprinted for the search",
    do: (services, signal) => fingerprintEmails(services, { signal }),
  },
  { task: "sweep-rate-limits", minutes: each10Minutes, done: "old attempts swept away", do: sweepRateLimits },
  { task: "remove-old-emails", minutes: eachHour(7), done: "old emails removed", do: removeOldEmails },
  {
    task: "remove-old-deliveries",
    minutes: eachHour(12),
    done: "old deliveries removed",
    do: removeOldDeliveries,
  },
  { task: "sweep-checked", minutes: eachHour(17), done: "imports forgotten that were only checked", do: sweepChecked },
  { task: "remove-dead-jobs", minutes: eachHour(27), done: "jobs removed that failed too often", do: removeDeadJobs },
  { task: "sweep-payments", minutes: eachHour(32), done: "rows of payments erased that nobody needs", do: sweepPayments },
  { task: "sweep-waitlist", minutes: eachHour(37), done: "addresses removed from the waitlist", do: sweepWaitlist },
  { task: "sweep-invitations", minutes: eachHour(52), done: "invitations removed that expired", do: sweepInvitations },
  { task: "sweep-buyer-push", minutes: eachHour(57), done: "devices removed whose browser key ran out", do: sweepBuyerPush },
  { task: "erase-old", minutes: eachHour(22), done: "orders of which something was erased", do: eraseOld },
];

/**
 * Chores that the job queue schedules: once for all processes and machines, and never twice at
 * once. What was missed while nothing ran is done once at the start. A chore that fails is logged
 * and runs again at its next time.
 */
export function scheduledChores(services: Services): TaskGroup {
  return {
    tasks: Object.fromEntries(
      chores.map((chore): [string, Task] => [chore.task, (_payload, stopping) => doChore(services, chore, stopping)]),
    ),
    atOnce: AT_ONCE,
    cron: chores.map(({ task, minutes: { every, at } }) => ({
      task,
      match: `${at} * * * *`,
      options: { backfillPeriod: every * MINUTE_MS, queueName: task, jobKey: task },
    })),
  };
}

async function doChore(services: Services, chore: Chore, stopping: AbortSignal): Promise<void> {
  try {
    const count = await chore.do(services, stopping);
    if (count > 0) services.log.info(chore.done, { count });
  } catch (error) {
    if (!stopping.aborted) services.log.error(`not done: ${chore.done}`, error);
  }
}
