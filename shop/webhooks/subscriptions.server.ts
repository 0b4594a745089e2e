import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import type { Tx } from "#platform/database/open.server.ts";
import type { Objection } from "#platform/http-client/http-client.ts";
import { announce } from "#platform/live/announce.server.ts";
import type { Services } from "#platform/provides.ts";
import type { ActingAdmin, Actor } from "#shop/actor.ts";
import type { AuditedAction } from "#shop/audit/audited-action.ts";
import { recordAction } from "#shop/audit/record-action.server.ts";
import type { GuardedChange } from "#shop/emails/guarded-change.ts";
import type { QueueNeeds } from "#shop/emails/queue-email.server.ts";
import { placeOf } from "#shop/encrypted-columns.server.ts";
import { queueWaiting } from "#shop/outbox/outbox.server.ts";
import { about, ok, type RefusalCode, type Result, refused } from "#shop/refusal.ts";
import { may, rightMissing } from "#shop/rights.ts";
import { guardedChange, guardedSecret, isChange, recordGuarded, refuseUnshown } from "#shop/settings/guarded-values.server.ts";
import { SUBSCRIPTIONS_MAX } from "./constants.ts";
import { deliveryOutbox } from "./queue-deliveries.server.ts";
import { nameOfSubscription } from "./subscription.ts";
import type { ChatForm, SubscriptionChangeForm, WebhookForm } from "./subscription-form.ts";
import { deliveries, subscriptions } from "./tables.server.ts";
import { drawWebhookSecret } from "./webhook-message.server.ts";

/** The topic that is announced when a subscription is added, changed or removed. */
export const SUBSCRIPTIONS_TOPIC = "subscriptions";

type Needs = QueueNeeds & Pick<Services, "db">;
type SubscriptionRow = typeof subscriptions.$inferSelect;
type SubscriptionAction = Extract<AuditedAction, { subject: { kind: "subscription" } }>["action"];

/**
 * Adds a webhook and returns its new secret, which is never shown again. Refuses an address that
 * may not be called, and an admin who did not show the own password (`currentPasswordNeeded`).
 * For admins.
 */
export async function addWebhook(
  services: Needs & Pick<Services, "httpClient">,
  actor: Actor,
  form: WebhookForm,
): Promise<Result<{ id: string; secret: string }>> {
  if (!may(actor, "own-shop")) return rightMissing("own-shop");
  const objection = services.httpClient.objectionTo(form.url);
  if (objection) return about(refused(objectionCodes[objection]), "url");
  const drawn = drawWebhookSecret();
  const added = await add(services, actor, { kind: "webhook", address: new URL(form.url).href, secret: drawn, events: form.events });
  return added.ok ? ok({ id: added.value, secret: drawn }) : added;
}

const objectionCodes = {
  "not an address": "webhookUrlInvalid",
  "not https": "webhookUrlNotHttps",
  "with a password": "webhookUrlWithPassword",
  "not public": "webhookUrlNotPublic",
} as const satisfies Record<Objection, RefusalCode>;

/**
 * Adds a chat, with the token of the bot that writes to it. Needs the own password
 * (`currentPasswordNeeded`). For admins.
 */
export async function addChat(services: Needs, actor: Actor, form: ChatForm): Promise<Result<string>> {
  if (!may(actor, "own-shop")) return rightMissing("own-shop");
  return add(services, actor, { kind: "bot", address: form.chatId, secret: form.token, events: form.events });
}

type Added = Pick<SubscriptionRow, "kind" | "address" | "events"> & { secret: string };

function add(services: Needs, admin: ActingAdmin, { secret, ...added }: Added): Promise<Result<string>> {
  const { db, vault, now } = services;
  const isChat = added.kind === "bot";
  const guarded = [
    guardedChange(isChat ? "chat" : "webhookAddress", null, added.address),
    guardedSecret("botToken", null, isChat ? secret : null, added.address),
  ].filter(isChange);
  return inTransaction(db, async (tx): Promise<Result<string>> => {
    const unshown = refuseUnshown(admin, guarded);
    if (unshown) return unshown;
    // The lock serializes concurrent additions, so that the maximum cannot be exceeded.
    await tx.execute("lock table subscriptions in share row exclusive mode");
    if ((await tx.$count(subscriptions)) >= SUBSCRIPTIONS_MAX) return refused("tooManySubscriptions", { n: SUBSCRIPTIONS_MAX });
    const id = randomUUID();
    const row = { id, ...added, secret: vault.encrypt(placeOf("subscriptions.secret", id), secret), createdAt: now() };
    await tx.insert(subscriptions).values(row);
    await recordGuarded(services, tx, admin, guarded);
    await recordAndAnnounce(tx, admin, row, "subscription-added", now());
    return ok(row.id);
  });
}

/**
 * Changes a subscription's events, whether it is on, and optionally a bot's token. Another token
 * needs the own password (`currentPasswordNeeded`). For admins.
 */
export function changeSubscription(
  services: Needs & Pick<Services, "jobs">,
  actor: Actor,
  subscriptionId: string,
  { events, isOn, token }: SubscriptionChangeForm,
): Promise<Result<null>> {
  return onSubscription(services, actor, subscriptionId, async (tx, row, admin) => {
    const isNew = row.kind === "bot" && token !== null;
    const guarded = isNew ? [guardedSecret("botToken", secretOf(services, row), token, row.address)].filter(isChange) : [];
    const unshown = refuseUnshown(admin, guarded);
    if (unshown) return unshown;
    const secret = isNew ? { secret: services.vault.encrypt(placeOf("subscriptions.secret", row.id), token) } : {};
    await tx
      .update(subscriptions)
      .set({ events, isOn, ...secret })
      .where(eq(subscriptions.id, row.id));
    await recordGuarded(services, tx, admin, guarded);
    if (isOn) await queueWaiting(services, tx, deliveryOutbox, eq(deliveries.subscriptionId, row.id));
    await recordAndAnnounce(tx, admin, row, "subscription-changed", services.now());
    return ok(null);
  });
}

/**
 * Replaces a webhook's secret and returns the new one, which is never shown again. The old one
 * stops signing at once. Needs the own password (`currentPasswordNeeded`). For admins.
 */
export function drawSecret(services: Needs, actor: Actor, subscriptionId: string): Promise<Result<{ id: string; secret: string }>> {
  return onSubscription(services, actor, subscriptionId, async (tx, row, admin): Promise<Result<{ id: string; secret: string }>> => {
    if (row.kind !== "webhook") return refused("subscriptionIsNoWebhook");
    const drawn = drawWebhookSecret();
    const guarded: GuardedChange[] = [guardedSecret("webhookSigningSecret", secretOf(services, row), drawn, row.address)].filter(isChange);
    const unshown = refuseUnshown(admin, guarded);
    if (unshown) return unshown;
    await recordGuarded(services, tx, admin, guarded);
    await tx
      .update(subscriptions)
      .set({ secret: services.vault.encrypt(placeOf("subscriptions.secret", row.id), drawn) })
      .where(eq(subscriptions.id, row.id));
    await recordAndAnnounce(tx, admin, row, "subscription-secret-made", services.now());
    return ok({ id: row.id, secret: drawn });
  });
}

/** Removes a subscription and its waiting deliveries. For admins. */
export function removeSubscription(services: Needs, actor: Actor, subscriptionId: string): Promise<Result<null>> {
  return onSubscription(services, actor, subscriptionId, async (tx, row, admin) => {
    await tx.delete(subscriptions).where(eq(subscriptions.id, row.id));
    await recordAndAnnounce(tx, admin, row, "subscription-removed", services.now());
    return ok(null);
  });
}

/** A stored secret; null if it can no longer be decrypted, which a new one cures. */
function secretOf({ vault }: Needs, { id, secret }: SubscriptionRow): string | null {
  try {
    return vault.decrypt(placeOf("subscriptions.secret", id), secret);
  } catch {
    return null;
  }
}

async function onSubscription<T>(
  { db }: Needs,
  actor: Actor,
  subscriptionId: string,
  work: (tx: Tx, row: SubscriptionRow, admin: ActingAdmin) => Promise<Result<T>>,
): Promise<Result<T>> {
  if (!may(actor, "own-shop")) return rightMissing("own-shop");
  return inTransaction(db, async (tx) => {
    const [row] = await tx.select().from(subscriptions).where(eq(subscriptions.id, subscriptionId)).for("update");
    return row ? work(tx, row, actor) : refused("subscriptionNotFound");
  });
}

/** Records what an admin did with a subscription, and announces the change. */
export async function recordAndAnnounce(
  tx: Tx,
  admin: ActingAdmin,
  row: Pick<SubscriptionRow, "id" | "kind" | "address">,
  action: SubscriptionAction,
  at: Date,
): Promise<void> {
  await recordAction(tx, admin, { action, subject: { kind: "subscription", id: row.id, name: nameOfSubscription(row) } }, at);
  await announce(tx, SUBSCRIPTIONS_TOPIC);
}
