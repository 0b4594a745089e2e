import { randomUUID } from "node:crypto";
import { and, eq, isNull } from "drizzle-orm";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import type { Services } from "#platform/provides.ts";
import type { Actor } from "#shop/actor.ts";
import { recordAction } from "#shop/audit/record-action.server.ts";
import { ID_MAX_LENGTH } from "#shop/catalogue/constants.ts";
import { type IdPattern, matchesPattern, readIdPattern } from "#shop/catalogue/id-pattern.ts";
import { isProductId } from "#shop/catalogue/product.ts";
import { products } from "#shop/catalogue/tables.server.ts";
import { placeOf } from "#shop/encrypted-columns.server.ts";
import { about, ok, type Result, refused } from "#shop/refusal.ts";
import { type Line, lookUp } from "../books/known-units.server.ts";
import { LINES_SHOWN } from "../constants.ts";
import type { ReportProgress } from "../ids/add-in-steps.server.ts";
import { type ReadId, readId } from "../ids/id.ts";
import { oddCharactersOf } from "../ids/odd-characters.ts";
import type { GivenLine } from "../parsing/read-import.server.ts";
import { slicesOf } from "../slices.ts";
import { batches, batchLines } from "../tables.server.ts";
import type { ImportForm } from "./import-form.ts";
import { type BatchReport, choosableSorts, type LineSort, type ShownLine, type WaitingLine } from "./line-kinds.ts";

type Needs = Pick<Services, "db" | "vault" | "now">;

/**
 * Checks lines before anything is added: classifies each line, and stores the ones that could be
 * added, encrypted, with a draft batch, plus a few of each kind to show. Locks nothing and does not
 * change the stock. For admins. [S3.9] [S5.11]
 */
export async function checkIds(
  services: Needs,
  actor: Actor,
  { productId, source, cost }: Pick<ImportForm, "productId" | "source" | "cost">,
  lines: readonly GivenLine[],
  reportProgress: ReportProgress = () => {},
): Promise<Result<{ batchId: string }>> {
  if (actor.kind !== "admin") return refused("adminsOnly");
  if (productId === "" || lines.length === 0) return refused("selectProductAndPasteIds");
  const product = await findChecked(services, productId);
  if (!product) return about(refused("productNotFound"), "productId");

  const batchId = randomUUID();
  const { db, now } = services;
  const from = { way: "import", source, costPaise: cost, state: "draft", createdAt: now(), adminId: actor.userId } as const;
  await db.insert(batches).values({ id: batchId, productId, ...from });
  const report: BatchReport = {};
  const shown: ShownLine[] = [];
  const cleaned: ShownLine[] = [];
  const seen: Seen = new Map();
  let done = 0;
  for (const slice of slicesOf(lines)) {
    const sorted = await sortLines(services, productId, product.pattern, slice, seen);
    for (const { sort, id, line, isOfFile, alike } of sorted) {
      const found: ShownLine = { sort, value: id.value.slice(0, ID_MAX_LENGTH), line, isOfFile, ...(alike !== undefined && { alike }) };
      if (id.removed.length > 0) found.removed = id.removed;
      report[sort] = (report[sort] ?? 0) + 1;
      if (report[sort] <= LINES_SHOWN) shown.push(found);
      if (!found.removed) continue;
      report.cleaned = (report.cleaned ?? 0) + 1;
      if (report.cleaned <= LINES_SHOWN) cleaned.push(found);
    }
    await store(services, batchId, "waiting", sorted.flatMap(waitingLine));
    done += slice.length;
    reportProgress(done, lines.length);
  }
  await store(services, batchId, "shown", [...shown, ...cleaned.filter((line) => !shown.includes(line))]);
  await inTransaction(db, async (tx) => {
    await tx.update(batches).set({ report }).where(eq(batches.id, batchId));
    const subject = { kind: "product", id: productId, name: product.name } as const;
    await recordAction(tx, actor, { action: "ids-checked", subject, facts: { lines: lines.length } }, now());
  });
  return ok({ batchId });
}

async function findChecked({ db }: Needs, productId: string): Promise<{ name: string; pattern: IdPattern } | null> {
  if (!isProductId(productId)) return null;
  const [product] = await db
    .select({ name: products.name, idPattern: products.idPattern })
    .from(products)
    .where(and(eq(products.id, productId), isNull(products.deletedAt)));
  if (!product) return null;
  const pattern = readIdPattern(product.idPattern);
  return { name: product.name, pattern: pattern.ok ? pattern.value : [] };
}

type Read = GivenLine & { id: ReadId };
type Sorted = Read & { sort: LineSort; alike?: string };
/** The IDs seen so far: canonical form to its first spelling. */
type Seen = Map<string, string>;

async function sortLines(
  services: Needs,
  productId: string,
  pattern: IdPattern,
  slice: readonly GivenLine[],
  seen: Seen,
): Promise<Sorted[]> {
  const read = slice.flatMap((given): Read[] => {
    const id = readId(given.value);
    return id ? [{ ...given, id }] : [];
  });
  const known = await lookUp(services, services.db, [...new Set(read.filter(isShort).map(({ value }) => value))]);
  const found = new Map(known.map((line) => [line.given, line]));
  return read.map((given) => {
    const { value, canonical } = given.id;
    if (!isShort(given)) return { ...given, sort: "tooLong" };
    const earlier = seen.get(canonical);
    if (earlier === undefined) seen.set(canonical, value);
    else return earlier === value ? { ...given, sort: "repeated" } : { ...given, sort: "alike", alike: earlier };
    const line = found.get(given.value);
    if (line && line.alike !== null && line.unit?.withdrawn !== "removed") return { ...given, sort: "alike", alike: line.alike };
    return { ...given, sort: sortInBooks(line, productId) ?? sortByPattern(value, pattern) };
  });
}

function isShort({ id }: Read): boolean {
  return id.value.length <= ID_MAX_LENGTH;
}

/** Classifies a line by what the shop already knows; null if the ID is new. */
function sortInBooks(line: Line | undefined, productId: string): LineSort | null {
  if (line?.isErased) return "handedOver";
  if (!line?.unit) return null;
  if (line.unit.isDelivered || line.unit.withdrawn === "faulty") return "handedOver";
  if (line.unit.withdrawn === "removed") return "removed";
  return line.unit.productId === productId ? "inStock" : "elsewhere";
}

function sortByPattern(value: string, pattern: IdPattern): LineSort {
  if (oddCharactersOf(value).length > 0) return "odd";
  return pattern.length > 0 && !matchesPattern(pattern, value) ? "unlike" : "new";
}

function waitingLine({ sort, value }: Sorted): WaitingLine[] {
  const choosable = choosableSorts.find((one) => one === sort);
  return choosable ? [[choosable, value]] : [];
}

async function store({ db, vault }: Needs, batchId: string, kind: "waiting" | "shown", lines: readonly unknown[]): Promise<void> {
  const encrypted = vault.encrypt(placeOf("batch_lines.lines", batchId, kind), JSON.stringify(lines));
  if (lines.length > 0) await db.insert(batchLines).values({ batchId, kind, lines: encrypted });
}
