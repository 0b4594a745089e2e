import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import { announce } from "#platform/live/announce.server.ts";
import type { Objection } from "#platform/outside/outside.ts";
import type { Services } from "#platform/provides.ts";
import type { Asker, AskingAdmin } from "#shop/asker.ts";
import type { AuditedDeed } from "#shop/audit/audited-deed.ts";
import { noteDeed } from "#shop/audit/note-deed.server.ts";
import { LISTENERS_MAX } from "#shop/constants.ts";
import type { MessageKey } from "#shop/messages.ts";
import { about, granted, type Result, refused } from "#shop/refusal.ts";
import { LISTENERS_TOPIC } from "./heard.server.ts";
import { nameOfListener } from "./listener.ts";
import type { ChatForm, ListenerChangeForm, WebhookForm } from "./listener-form.ts";
import { listeners } from "./tables.server.ts";
import { drawWebhookSecret } from "./webhook-message.server.ts";

type Needs = Pick<Services, "db" | "vault" | "now">;
type ListenerRow = typeof listeners.$inferSelect;
type ListenerDeed = Extract<AuditedDeed, { subject: { kind: "listener" } }>["deed"];

/** Adds a webhook and draws its secret, which is told here and never again. Refuses an address that may not be called. For admins. */
export async function addWebhook(
  services: Needs & Pick<Services, "outside">,
  asker: Asker,
  form: WebhookForm,
): Promise<Result<{ id: string; secret: string }>> {
  if (asker.kind !== "admin") return refused("adminsOnly");
  const objection = services.outside.objectionTo(form.url);
  if (objection) return about(refused(objectionCodes[objection]), "url");
  const drawn = drawWebhookSecret();
  const added = await add(services, asker, { kind: "webhook", address: new URL(form.url).href, secret: drawn, events: form.events });
  return added.ok ? granted({ id: added.value, secret: drawn }) : added;
}

const objectionCodes = {
  "not an address": "webhookUrlInvalid",
  "not https": "webhookUrlNotHttps",
  "with a password": "webhookUrlWithPassword",
  "not public": "webhookUrlNotPublic",
} as const satisfies Record<Objection, MessageKey>;

/** Adds a chat of the messaging app, with the token of the bot that writes to it. For admins. */
export async function addChat(services: Needs, asker: Asker, form: ChatForm): Promise<Result<string>> {
  if (asker.kind !== "admin") return refused("adminsOnly");
  return add(services, asker, { kind: "bot", address: form.chatId, secret: form.token, events: form.events });
}

type Added = Pick<ListenerRow, "kind" | "address" | "events"> & { secret: string };

function add({ db, vault, now }: Needs, admin: AskingAdmin, { secret, ...added }: Added): Promise<Result<string, "tooManyListeners">> {
  return db.transaction(async (tx) => {
    // Two who add at once take turns: neither may be one too many.
    await tx.execute("lock table listeners in share row exclusive mode");
    if ((await tx.$count(listeners)) >= LISTENERS_MAX) return refused("tooManyListeners", LISTENERS_MAX);
    const row = { id: randomUUID(), ...added, secret: vault.seal(secret), createdAt: now() };
    await tx.insert(listeners).values(row);
    await noteAndAnnounce(tx, admin, row, "listener-added", now());
    return granted(row.id);
  });
}

/** Changes what a listener is told, whether it is told anything, and the token of a bot where one is given. For admins. */
export function changeListener(
  services: Needs,
  asker: Asker,
  listenerId: string,
  { events, isOn, token }: ListenerChangeForm,
): Promise<Result<null>> {
  return onListener(services, asker, listenerId, async (tx, row, admin) => {
    const secret = row.kind === "bot" && token !== null ? { secret: services.vault.seal(token) } : {};
    await tx
      .update(listeners)
      .set({ events, isOn, ...secret })
      .where(eq(listeners.id, row.id));
    await noteAndAnnounce(tx, admin, row, "listener-changed", services.now());
    return granted(null);
  });
}

/** Draws a new secret for a webhook, which is told here and never again; the one of before signs nothing any more. For admins. */
export function drawSecret(services: Needs, asker: Asker, listenerId: string): Promise<Result<{ id: string; secret: string }>> {
  return onListener(services, asker, listenerId, async (tx, row, admin): Promise<Result<{ id: string; secret: string }>> => {
    if (row.kind !== "webhook") return refused("listenerIsNoWebhook");
    const drawn = drawWebhookSecret();
    await tx
      .update(listeners)
      .set({ secret: services.vault.seal(drawn) })
      .where(eq(listeners.id, row.id));
    await noteAndAnnounce(tx, admin, row, "listener-secret-drawn", services.now());
    return granted({ id: row.id, secret: drawn });
  });
}

/** Removes a listener, with all that waits for it. For admins. */
export function removeListener(services: Needs, asker: Asker, listenerId: string): Promise<Result<null>> {
  return onListener(services, asker, listenerId, async (tx, row, admin) => {
    await tx.delete(listeners).where(eq(listeners.id, row.id));
    await noteAndAnnounce(tx, admin, row, "listener-removed", services.now());
    return granted(null);
  });
}

async function onListener<T>(
  { db }: Needs,
  asker: Asker,
  listenerId: string,
  work: (tx: Tx, row: ListenerRow, admin: AskingAdmin) => Promise<Result<T>>,
): Promise<Result<T>> {
  if (asker.kind !== "admin") return refused("adminsOnly");
  return db.transaction(async (tx) => {
    const [row] = await tx.select().from(listeners).where(eq(listeners.id, listenerId)).for("update");
    return row ? work(tx, row, asker) : refused("listenerNotFound");
  });
}

/** Step: notes what an admin did about a listener, and says that there is something new. */
export async function noteAndAnnounce(
  tx: Tx,
  admin: AskingAdmin,
  row: Pick<ListenerRow, "id" | "kind" | "address">,
  deed: ListenerDeed,
  at: Date,
): Promise<void> {
  await noteDeed(tx, admin, { deed, subject: { kind: "listener", id: row.id, name: nameOfListener(row) } }, at);
  await announce(tx, LISTENERS_TOPIC);
}
