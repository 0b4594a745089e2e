import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import type { Tx } from "#platform/database/open.server.ts";
import type { Services } from "#platform/provides.ts";
import type { RateLimitNeeds } from "#platform/rate-limit/rate-limit.server.ts";
import type { ActingAdmin, Actor } from "#shop/actor.ts";
import { recordAction } from "#shop/audit/record-action.server.ts";
import { type IdPattern, readIdPattern } from "#shop/catalogue/id-pattern.ts";
import type { AddIdsForm } from "#shop/catalogue/product-form.ts";
import { placeOf } from "#shop/encrypted-columns.server.ts";
import { about, ok, type Result, refused } from "#shop/refusal.ts";
import { may, rightMissing, seesIds } from "#shop/rights.ts";
import { idCheckLimit } from "#shop/settings/rate-limits.ts";
import { countWithin } from "#shop/settings/within-limits.server.ts";
import { findProduct } from "../find-product.server.ts";
import type { ReportProgress } from "../ids/add-in-steps.server.ts";
import { readGivenIds } from "../parsing/read-given-ids.server.ts";
import { nameSupplier } from "../suppliers/name-supplier.server.ts";
import { batches, batchLines } from "../tables.server.ts";
import { type CheckedLine, checkedLines, countIn, draftOf, emptyDraft } from "./checked-draft.server.ts";
import type { ImportForm } from "./import-form.ts";
import { type CheckedDraft, choosableSorts, type WaitingLine } from "./line-kinds.ts";

type Needs = Pick<Services, "db" | "vault" | "now">;
type CheckNeeds = Needs & RateLimitNeeds;

/**
 * Checks IDs before anything is added, and stores the lines that could be added, encrypted, with a
 * draft batch, plus a few of each kind to show. Locks nothing and does not change the stock. For
 * admins. [S3.9] [S5.11]
 */
export async function checkIds(
  services: CheckNeeds,
  actor: Actor,
  { productId, supplier, note, cost, ...given }: ImportForm,
  reportProgress: ReportProgress = () => {},
): Promise<Result<{ batchId: string }>> {
  if (!may(actor, "manage-stock")) return rightMissing("manage-stock");
  const read = await readGivenIds(given);
  if (!read.ok) return read;
  const lines = read.value;
  if (productId === "" || lines.length === 0) return refused("selectProductAndPasteIds");
  const product = await findChecked(services, productId);
  if (!product) return about(refused("productNotFound"), "productId");
  const allowed = await countCheck(services, actor);
  if (!allowed.ok) return allowed;

  const batchId = randomUUID();
  const { db, now } = services;
  const from = { way: "import", note, costPaise: cost, state: "draft", createdAt: now(), adminId: actor.userId } as const;
  await inTransaction(db, async (tx) => {
    await tx.insert(batches).values({ id: batchId, productId, supplierId: await nameSupplier(tx, supplier), ...from });
  });
  const draft = emptyDraft();
  let done = 0;
  for await (const checked of checkedLines(services, actor, product, lines)) {
    for (const line of checked) countIn(draft, line);
    await store(services, batchId, "waiting", checked.flatMap(waitingLine));
    done += checked.length;
    reportProgress(done, lines.length);
  }
  await store(services, batchId, "shown", draft.shown);
  await inTransaction(db, async (tx) => {
    await tx.update(batches).set({ report: draft.report }).where(eq(batches.id, batchId));
    await recordCheck(services, tx, actor, product, lines.length);
  });
  return ok({ batchId });
}

/**
 * Checks IDs as a form or call would add them, and stores nothing. Without a product they are those
 * of a new one. Refuses what reading them is refused for, and `productNotFound`. Who may not see IDs
 * could guess some: such a check is recorded, and 60 an hour are allowed (`tooManyRequests`).
 * [S5.11] [S13.4]
 */
export async function previewIds(services: CheckNeeds, actor: Actor, { productId, ...given }: AddIdsForm): Promise<Result<CheckedDraft>> {
  if (!may(actor, "manage-stock")) return rightMissing("manage-stock");
  const lines = await readGivenIds(given);
  if (!lines.ok) return lines;
  const product = productId === "" ? { id: "", name: "", pattern: [] } : await findChecked(services, productId);
  if (!product) return about(refused("productNotFound"), "productId");
  const allowed = await countCheck(services, actor);
  if (!allowed.ok) return allowed;
  if (!seesIds(actor) && productId !== "")
    await inTransaction(services.db, (tx) => recordCheck(services, tx, actor, product, lines.value.length));
  const { report, shown } = await draftOf(services, actor, product, lines.value);
  return ok({ report, shown });
}

/** Counts a check of somebody who may not see IDs. [S13.4] */
async function countCheck(services: CheckNeeds, actor: ActingAdmin): Promise<Result<null, "tooManyRequests">> {
  return seesIds(actor) ? ok(null) : countWithin(services, [idCheckLimit(actor)]);
}

async function recordCheck(
  { now }: Needs,
  tx: Tx,
  actor: ActingAdmin,
  { id, name }: { id: string; name: string },
  lines: number,
): Promise<void> {
  await recordAction(tx, actor, { action: "ids-checked", subject: { kind: "product", id, name }, facts: { lines } }, now());
}

async function findChecked(services: Needs, id: string): Promise<{ id: string; name: string; pattern: IdPattern } | null> {
  const product = await findProduct(services, id);
  if (!product) return null;
  const pattern = readIdPattern(product.idPattern);
  return { id, name: product.name, pattern: pattern.ok ? pattern.value : [] };
}

function waitingLine({ sort, value }: CheckedLine): WaitingLine[] {
  const choosable = choosableSorts.find((one) => one === sort);
  return choosable ? [[choosable, value]] : [];
}

async function store({ db, vault }: Needs, batchId: string, kind: "waiting" | "shown", lines: readonly unknown[]): Promise<void> {
  const encrypted = vault.encrypt(placeOf("batch_lines.lines", batchId, kind), JSON.stringify(lines));
  if (lines.length > 0) await db.insert(batchLines).values({ batchId, kind, lines: encrypted });
}
