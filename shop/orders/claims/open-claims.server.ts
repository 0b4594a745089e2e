import { and, eq, inArray, sql } from "drizzle-orm";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import type { Tx } from "#platform/database/open.server.ts";
import type { Services } from "#platform/provides.ts";
import { takeBackAttempts } from "#platform/rate-limit/rate-limit.server.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { recordAction } from "#shop/audit/record-action.server.ts";
import { queueClaimPushes } from "#shop/push/queue-pushes.server.ts";
import { about, ok, type Result, refused } from "#shop/refusal.ts";
import { may, rightMissing } from "#shop/rights.ts";
import { orderMessageLimits } from "#shop/settings/rate-limits.ts";
import { countWithin, inNetworks } from "#shop/settings/within-limits.server.ts";
import { idFingerprints } from "#shop/stock/books/id-fingerprint.server.ts";
import { announceOrder } from "../announce-order.server.ts";
import { type LockedOrder, lockOrder } from "../lock-order.server.ts";
import { notifyOfMessage } from "../messages/notify-of-message.server.ts";
import { findKnownMessage, storeMessage, withMessagePicture } from "../messages/store-message.server.ts";
import { isAllRefunded } from "../payment/refunds/is-refunded.server.ts";
import { isBuyer, isBuyerOf } from "../reading/find-order.server.ts";
import { orderMessages, orders } from "../tables.server.ts";
import { type ClaimOfId, mayClaim, openingRights } from "./claim.ts";
import type { NewClaim } from "./claim-forms.ts";
import { type ClaimInJson, claimOf, claimOfPlace } from "./claim-of-place.server.ts";
import { claimName } from "./claiming.ts";
import { queueClaimEvents } from "./queue-claim-events.server.ts";
import { reopenClaims } from "./reopen-claims.server.ts";
import { claims } from "./tables.server.ts";

type Needs = Pick<Services, "db" | "vault" | "now" | "waits" | "settings" | "files" | "pictures" | "log" | "mail" | "jobs">;

/** The numbers of the claims of each named ID, new or open already. */
type Opened = { numbers: number[] };

/**
 * Opens a claim for each named ID of an approved order, for its buyer within the time to claim, or
 * for a person of the shop at any time. It is an entry of the conversation. An ID whose claim is open
 * keeps that one, and words and a picture about it are stored; a refused claim is opened once more. One ID that may not be claimed refuses all:
 * `claimTooLate`, `claimIdsErased`, `idReplacedMeanwhile`, `idShareRefunded`, `claimDecided`, `idNotDelivered`,
 * `orderNotApproved`; strangers and unknown codes alike with `orderNotForYou`. [S15.1] [S15.2] [S15.3]
 */
export async function openClaims(
  services: Needs,
  visitor: Visitor,
  requestCode: string,
  form: NewClaim,
  network: string | null = null,
): Promise<Result<Opened>> {
  const isBuyers = await isBuyerOf(services, visitor, requestCode);
  if (!isBuyers) {
    if (!may(visitor, "read-orders")) return refused("orderNotForYou");
    if (!openingRights.some((right) => may(visitor, right))) return rightMissing("answer-buyers");
    return open(services, { visitor, requestCode, form, isPerson: true }, null);
  }
  const ofOrder = orderMessageLimits(requestCode, network);
  const limits = network === null ? ofOrder : inNetworks(ofOrder, network);
  const allowed = await countWithin(services, limits);
  if (!allowed.ok) return allowed;
  const opened = await open(services, { visitor, requestCode, form, isPerson: false }, network).catch(async (failure) => {
    await takeBackAttempts(services, limits);
    throw failure;
  });
  if (!opened.ok) await takeBackAttempts(services, limits);
  return opened;
}

async function open(services: Needs, asked: Asked, network: string | null): Promise<Result<Opened>> {
  const opened = await withMessagePicture(services, asked.form.picture, network, (pictureKey) =>
    inTransaction(services.db, (tx) => openIn(services, tx, asked, pictureKey)),
  );
  return opened.ok ? ok({ numbers: opened.value.numbers }) : opened;
}

type Asked = { visitor: Visitor; requestCode: string; form: NewClaim; isPerson: boolean };

async function openIn(
  services: Needs,
  tx: Tx,
  { visitor, requestCode, form, isPerson }: Asked,
  pictureKey: string | null,
): Promise<Result<Opened & { number: number; isNew: boolean }>> {
  const order = await lockOrder(tx, requestCode);
  if (!order) return refused(isPerson ? "orderNotFound" : "orderNotForYou");
  if (!isPerson && !isBuyer(visitor, order)) return refused("orderNotForYou");
  if (order.status !== "approved") return refused("orderNotApproved");
  if (await isAllRefunded(tx, order.id)) return about(refused("idShareRefunded"), "ids");
  const named = await findNamed(services, tx, order, form);
  if (!named.ok) return named;

  const at = services.now();
  const claimUntil = await claimUntilOf(tx, order);
  const chosen: { unit: Unit; how: "open" | "again" | "known" }[] = [];
  for (const unit of named.value) {
    const allowed = mayClaim({ ...unit, claimUntil }, { at, isPerson });
    if (!allowed.ok) return about(allowed, "ids");
    chosen.push({ unit, how: allowed.value });
  }
  const isNew = chosen.some(({ how }) => how !== "known");
  const personId = isPerson && visitor.kind !== "guest" ? visitor.userId : null;
  const side = isPerson ? "shop" : "buyer";
  const message = { text: form.text === "" && pictureKey !== null ? null : form.text, picture: form.picture };
  const written = { order, side, personId, message, pictureKey } as const;
  if (!isNew) {
    const known = chosen.map(({ unit }) => unit.claim?.number ?? 0);
    const more = await writeMore(services, tx, known, written);
    if (more.ok && more.value.isNew && !isPerson) await notifyOfMessage(services, tx, order, "buyer", more.value.number);
    return more.ok ? ok({ ...more.value, numbers: known }) : more;
  }
  const key = keyOf((await tx.$count(orderMessages, eq(orderMessages.orderId, order.id))) + 1);
  const entry = await storeMessage(services, tx, { ...written, message: { ...message, key }, keepsWait: true });
  if (!entry.ok) return entry;
  const messageNumber = entry.value.number;
  const before = await tx.$count(claims, eq(claims.orderId, order.id));
  const opener = { openedBy: isPerson ? "person" : "buyer", personId } as const;
  const added = chosen
    .filter(({ how }) => how === "open")
    .map(({ unit: { unitId, position } }, n) => {
      const number = before + n + 1;
      const row = { id: claimName(requestCode, number), orderId: order.id, number, unitId, position };
      return { ...row, ...opener, reason: form.reason, messageNumber, state: "open", openedAt: at } as const;
    });
  if (added.length > 0) await tx.insert(claims).values(added);
  const again = chosen.flatMap(({ unit, how }) => (how === "again" && unit.claim ? [unit.claim.number] : []));
  await reopenClaims(tx, order, again, { reason: form.reason, messageNumber, at });
  const numberOf = new Map(added.map(({ unitId, number }) => [unitId, number]));
  const numbers = chosen.map(({ unit }) => numberOf.get(unit.unitId) ?? unit.claim?.number ?? 0);
  if (isPerson && visitor.kind === "admin") {
    const subject = { kind: "order", id: order.id, name: requestCode } as const;
    await recordAction(tx, visitor, { action: "claim-opened", subject }, at);
  }
  const news = chosen.flatMap(({ unit, how }, n) => (how === "known" ? [] : [{ number: numbers[n] ?? 0, position: unit.position }]));
  const facts = news.map((one) => ({ ...one, reason: form.reason, state: "open" }) as const);
  await queueClaimEvents(services, tx, "claim.opened", order, facts);
  if (!isPerson) await queueClaimPushes(services, tx);
  await announceOrder(tx, requestCode);
  return ok({ numbers, number: messageNumber, isNew });
}

/**
 * Stores what was written about claims that are open already, which waits for an answer; nothing if
 * there is nothing, or if it came with one of them.
 */
async function writeMore(
  services: Needs,
  tx: Tx,
  numbers: number[],
  { message, ...entry }: Parameters<typeof storeMessage>[2],
): Promise<Result<{ number: number; isNew: boolean }>> {
  if (message.text === "") return ok({ number: 0, isNew: false });
  const came = await tx
    .selectDistinct({ number: sql<number | null>`coalesce(${claims.againNumber}, ${claims.messageNumber})` })
    .from(claims)
    .where(and(eq(claims.orderId, entry.order.id), inArray(claims.number, numbers)));
  const keyed = came.map(({ number }) => ({ ...entry, message: { ...message, key: keyOf(number) } }));
  for (const one of keyed) {
    const known = await findKnownMessage(services, tx, one);
    if (known) return ok(known);
  }
  return storeMessage(services, tx, keyed[0] ?? { ...entry, message });
}

/** The idempotency key of what is written about the claims that came with a message. */
const keyOf = (messageNumber: number | null) => `claim:${messageNumber}`;

type Unit = { unitId: number; position: number; print: Buffer; replacedAt: Date | null; claim: ClaimOfId | null };

/** Finds the delivered IDs that a form names, by their text or their place. */
async function findNamed(
  { vault }: Pick<Services, "vault">,
  tx: Tx,
  order: LockedOrder,
  { ids = [], positions = [] }: NewClaim,
): Promise<Result<Unit[]>> {
  const { rows } = await tx.execute<{
    unitId: string;
    position: number;
    print: Buffer;
    isErased: boolean;
    replacedAt: string | null;
    claim: ClaimInJson | null;
  }>(sql`select h.unit_id as "unitId", h.position, u.fingerprint as print, u.value is null as "isErased", r.replaced_at as "replacedAt",
      ${claimOfPlace} as claim
    from order_units h join units u on u.id = h.unit_id left join replacements r on r.unit_id = h.unit_id
    where h.order_id = ${order.id} and h.delivered_at is not null order by h.position`);
  if (rows.some(({ isErased }) => isErased)) return refused("claimIdsErased");
  const units = rows.map(({ unitId, replacedAt, claim, ...row }) => ({
    ...row,
    unitId: Number(unitId),
    replacedAt: replacedAt === null ? null : new Date(replacedAt),
    claim: claimOf(claim),
  }));
  const found = new Map<number, Unit>();
  for (const position of positions) {
    const unit = units.find((one) => one.position === position - 1);
    if (!unit) return about(refused("idNotDelivered"), "ids");
    found.set(unit.position, unit);
  }
  for (const id of ids) {
    const prints = idFingerprints(vault, id);
    const unit = units.find(({ print }) => prints.some((one) => one.equals(print)));
    if (!unit) return about(refused((await wasReplaced(tx, order, prints)) ? "idReplacedMeanwhile" : "idNotDelivered"), "ids");
    found.set(unit.position, unit);
  }
  return ok([...found.values()].sort((one, other) => one.position - other.position));
}

async function wasReplaced(tx: Tx, order: LockedOrder, prints: Buffer[]): Promise<boolean> {
  const { rows } = await tx.execute(sql`select from replacements r join units u on u.id = r.faulty_unit_id
    where r.order_id = ${order.id} and u.fingerprint = any(${sql.param(prints)}::bytea[])`);
  return rows.length > 0;
}

async function claimUntilOf(tx: Tx, order: LockedOrder): Promise<Date | null> {
  const [row] = await tx.select({ claimUntil: orders.claimUntil }).from(orders).where(eq(orders.id, order.id));
  return row?.claimUntil ?? null;
}
