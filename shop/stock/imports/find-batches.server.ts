import { and, desc, eq, isNotNull, ne, sql } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import type { Actor } from "#shop/actor.ts";
import { mustShow, readerOf } from "#shop/audit/ids-shown.server.ts";
import { products } from "#shop/catalogue/tables.server.ts";
import { PAGE_SIZE } from "#shop/constants.ts";
import { placeOf } from "#shop/encrypted-columns.server.ts";
import { readCursor, writeCursor } from "#shop/page-cursor.ts";
import { idFor, readsIds, requireRight } from "#shop/rights.ts";
import { batches, batchLines } from "../tables.server.ts";
import type { CheckedBatch, ListedBatch, ListedDraft } from "./batch.ts";
import type { ShownLine } from "./line-kinds.ts";
import { deadOf, freeOf, goneOf, swappedOf } from "./undo-batch.server.ts";

const listed = {
  id: batches.id,
  productId: batches.productId,
  productName: products.name,
  nameLanguage: products.language,
  way: batches.way,
  supplierId: batches.supplierId,
  supplierName: sql<string | null>`(select s.name from suppliers s where s.id = ${batches.supplierId})`,
  note: batches.note,
  costPaise: batches.costPaise,
  state: batches.state,
  isRecalled: sql<boolean>`exists (select from recalls r where r.batch_id = ${batches.id} and r.undone_at is null)`,
  createdAt: batches.createdAt,
  undoneAt: batches.undoneAt,
  adminName: sql<string | null>`(select name from users where users.id = ${batches.adminId})`,
  ids: batches.ids,
  delivered: batches.delivered,
  withdrawn: batches.withdrawn,
};

/**
 * Returns a page of the batches, newest first, of one product or of all; drafts are in
 * `listDrafts`. One query. The route restricts it to admins.
 */
export async function listBatches(
  { db }: Pick<Services, "db">,
  actor: Actor,
  { productId, after }: { productId: string | null; after: string },
): Promise<{ rows: ListedBatch[]; next: string | null; product: { name: string; language: string } | null }> {
  requireRight(actor, "manage-stock");
  const rows = await db
    .select(listed)
    .from(batches)
    .innerJoin(products, eq(products.id, batches.productId))
    .where(and(ne(batches.state, "draft"), conditionsOf({ productId, after })))
    .orderBy(desc(batches.createdAt), desc(batches.id))
    .limit(PAGE_SIZE + 1);
  const { shown, next } = pageOf(rows);
  const [first] = productId === null ? [] : shown;
  return { rows: shown, next, product: first ? { name: first.productName, language: first.nameLanguage } : null };
}

/** Filters by product and cursor. */
function conditionsOf({ productId, after }: { productId: string | null; after: string }) {
  const cursor = readCursor(after);
  return and(
    productId === null ? undefined : eq(batches.productId, productId),
    cursor ? sql`(${batches.createdAt}, ${batches.id}) < (${cursor.at}::timestamptz, ${cursor.id})` : undefined,
  );
}

/** Splits off the extra row, which only shows that there is a next page. */
function pageOf<T extends { createdAt: Date; id: string }>(rows: T[]): { shown: T[]; next: string | null } {
  const shown = rows.slice(0, PAGE_SIZE);
  const last = shown.at(-1);
  return { shown, next: rows.length > PAGE_SIZE && last ? writeCursor(last.createdAt, last.id) : null };
}

/**
 * Returns a page of the drafts (checked, not added), newest first, of one product or of all. Drafts
 * are deleted after a day. One query. The route restricts it to admins.
 */
export async function listDrafts(
  { db }: Pick<Services, "db">,
  actor: Actor,
  { productId, after }: { productId: string | null; after: string },
): Promise<{ rows: ListedDraft[]; next: string | null }> {
  requireRight(actor, "manage-stock");
  const { id, productName, nameLanguage, supplierName, note, createdAt, adminName } = listed;
  const rows = await db
    .select({ id, productName, nameLanguage, supplierName, note, createdAt, adminName, report: batches.report })
    .from(batches)
    .innerJoin(products, eq(products.id, batches.productId))
    .where(and(eq(batches.state, "draft"), isNotNull(batches.report), conditionsOf({ productId, after })))
    .orderBy(desc(batches.createdAt), desc(batches.id))
    .limit(PAGE_SIZE + 1);
  const { shown, next } = pageOf(rows);
  return { rows: shown.map((row) => ({ ...row, report: row.report ?? {} })), next };
}

/**
 * Returns a batch with the result of its check and the lines to show; null if there is none or the
 * check was interrupted. One query. For admins only.
 */
export async function findBatch(
  { db, vault, now }: Pick<Services, "db" | "vault" | "now">,
  actor: Actor,
  batchId: string,
): Promise<CheckedBatch | null> {
  requireRight(actor, "manage-stock");
  const id = sql`${batches.id}`;
  const shown = sql<Buffer | null>`(select lines from ${batchLines} where batch_id = ${batches.id} and kind = 'shown' limit 1)`;
  const waits = sql<boolean>`exists (select from ${batchLines} where batch_id = ${batches.id} and kind = 'waiting')`;
  const patterns = { idPattern: products.idPattern, idExample: products.idExample };
  const [found] = await db
    .select({
      ...listed,
      ...patterns,
      adminId: batches.adminId,
      report: batches.report,
      chosen: batches.chosen,
      gone: goneOf(id),
      dead: deadOf(id),
      swapped: swappedOf(id),
      free: freeOf(id),
      shown,
      waits,
    })
    .from(batches)
    .innerJoin(products, eq(products.id, batches.productId))
    .where(eq(batches.id, batchId));
  if (!found || (found.state === "draft" && !found.report)) return null;
  const lines: ShownLine[] = found.shown ? JSON.parse(vault.decrypt(placeOf("batch_lines.lines", batchId, "shown"), found.shown)) : [];
  const isOwnDraft = found.state === "draft" && found.adminId === actor.userId;
  const reader = await readerOf({ db, now }, actor, { kind: "product", id: found.productId });
  const shownLines = isOwnDraft ? lines : lines.map((line) => maskedLine(reader, line));
  const mustShowIds = shownLines.length > 0 && !isOwnDraft && mustShow(reader);
  const { adminId: _, ...batch } = found;
  return { ...batch, report: found.report ?? null, chosen: found.chosen ?? [], shown: shownLines, mustShowIds };
}

/** A line with its ID as this person may read it; whoever pasted it has seen it. [S13.5] */
function maskedLine(actor: Actor, shown: ShownLine): ShownLine {
  if (readsIds(actor)) return shown;
  const { alike, removed: _, ...line } = shown;
  return { ...line, value: idFor(actor, line.value), ...(alike !== undefined && { alike: idFor(actor, alike) }) };
}
