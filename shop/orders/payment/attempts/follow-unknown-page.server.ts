import { inTransaction } from "#platform/database/in-transaction.server.ts";
import type { Tx } from "#platform/database/open.server.ts";
import type { Services } from "#platform/provides.ts";
import type { QueueNeeds } from "#shop/emails/queue-email.server.ts";
import { findProvider } from "#shop/payments/methods/method-secrets.server.ts";
import { recordSilence } from "#shop/payments/methods/record-silence.server.ts";
import type { ProviderName } from "#shop/payments/payment.ts";
import { followRefunds } from "../refunds/refund-jobs.server.ts";
import { settle } from "../settling/settle.server.ts";
import { ENDED_ASKED_AGAIN_MS } from "./constants.ts";

type Needs = QueueNeeds & Pick<Services, "db" | "settings" | "httpClient">;

/** A page of this shop at a provider of which the shop knows nothing. */
type UnknownPage = { provider: ProviderName; pageId: string };

/** The job that looks for money on a page that the shop lost. */
export const FOLLOW_UNKNOWN_PAGE = "follow-unknown-page";

/** Queues the job of a page; a job of it that waits is replaced. */
export async function followUnknownPage(
  { jobs }: Pick<Services, "jobs">,
  tx: Pick<Tx, "execute">,
  page: UnknownPage,
  delayMs = 0,
): Promise<void> {
  await jobs.add(tx, { task: FOLLOW_UNKNOWN_PAGE, payload: page, key: `page:${page.pageId}`, delayMs });
}

/**
 * Records the money on a page of this shop whose order was lost, because a backup of before it was
 * restored. It is under review: an admin matches it to an order, or gives it back. [S10.8] [S10.11]
 */
export async function recordMoneyOf(services: Needs, page: UnknownPage): Promise<void> {
  const provider = await findProvider(services, page.provider);
  if (!provider) return followUnknownPage(services, services.db, page, ENDED_ASKED_AGAIN_MS);
  const status = await provider.fetchStatus(page.pageId);
  await recordSilence(services, page.provider, status);
  if (status.outcome === "refused" && status.why === "missing") return;
  if (status.outcome !== "status") return followUnknownPage(services, services.db, page, ENDED_ASKED_AGAIN_MS);
  for (const { reference, paise, currency, at: paidAt, payer, feePaise, refundedPaise } of status.money) {
    const money = { source: page.provider, reference, paise, currency, paidAt, payer, feePaise, orderId: null, attemptId: null };
    await inTransaction(services.db, async (tx) => {
      const { paymentId } = await settle(services, tx, money);
      if (paymentId !== null && refundedPaise > 0) await followRefunds(services, tx, paymentId);
    });
  }
}
