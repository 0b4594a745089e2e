import { randomUUID } from "node:crypto";
import { and, eq, isNull } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import type { Asker } from "#shop/asker.ts";
import { noteDeed } from "#shop/audit/note-deed.server.ts";
import { type IdPattern, matchesPattern, readIdPattern } from "#shop/catalogue/id-pattern.ts";
import { isProductId } from "#shop/catalogue/product.ts";
import { products } from "#shop/catalogue/tables.server.ts";
import { ID_MAX_LENGTH, LINES_SHOWN } from "#shop/constants.ts";
import { about, granted, type Result, refused } from "#shop/refusal.ts";
import type { TellProgress } from "./add-in-steps.server.ts";
import type { ImportForm } from "./import-form.ts";
import { type Line, lookUp } from "./known-units.server.ts";
import { type BatchReport, choosableSorts, type LineSort, type ShownLine, type WaitingLine } from "./line-sorts.ts";
import { oddCharactersOf } from "./odd-characters.ts";
import type { GivenLine } from "./read-import.server.ts";
import { slicesOf } from "./slices.ts";
import { batches, batchLines } from "./tables.server.ts";

type Needs = Pick<Services, "db" | "vault" | "now">;

/**
 * Checks lines before anything is added: each is sorted by what it is, those that could be added are kept sealed with a draft of the import, and a few of each
 * kind to be shown. The stock stays as it is, and nothing is locked. For admins. [S3.9] [S5.11]
 */
export async function checkIds(
  services: Needs,
  asker: Asker,
  { productId, source, cost }: Pick<ImportForm, "productId" | "source" | "cost">,
  lines: readonly GivenLine[],
  tell: TellProgress = () => {},
): Promise<Result<{ batchId: string }>> {
  if (asker.kind !== "admin") return refused("adminsOnly");
  if (productId === "" || lines.length === 0) return refused("selectProductAndPasteIds");
  const product = await findChecked(services, productId);
  if (!product) return about(refused("productNotFound"), "productId");

  const batchId = randomUUID();
  const { db, now } = services;
  const from = { way: "import", source, costPaise: cost, state: "draft", createdAt: now(), adminId: asker.userId } as const;
  await db.insert(batches).values({ id: batchId, productId, ...from });
  const report: BatchReport = {};
  const shown: ShownLine[] = [];
  const seen = new Set<string>();
  let done = 0;
  for (const slice of slicesOf(lines)) {
    const sorted = await sortLines(services, productId, product.pattern, slice, seen);
    for (const { sort, value, line, isOfFile } of sorted) {
      report[sort] = (report[sort] ?? 0) + 1;
      if (report[sort] <= LINES_SHOWN) shown.push({ sort, value: value.slice(0, ID_MAX_LENGTH), line, isOfFile });
    }
    await keep(services, batchId, "waiting", sorted.flatMap(waitingLine));
    done += slice.length;
    tell(done, lines.length);
  }
  await keep(services, batchId, "shown", shown);
  await db.transaction(async (tx) => {
    await tx.update(batches).set({ report }).where(eq(batches.id, batchId));
    const subject = { kind: "product", id: productId, name: product.name } as const;
    await noteDeed(tx, asker, { deed: "ids-checked", subject, facts: { lines: lines.length } }, now());
  });
  return granted({ batchId });
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

type Sorted = GivenLine & { sort: LineSort };

async function sortLines(
  services: Needs,
  productId: string,
  pattern: IdPattern,
  slice: readonly GivenLine[],
  seen: Set<string>,
): Promise<Sorted[]> {
  const known = await lookUp(services, services.db, [...new Set(slice.map(({ value }) => value))].filter(isShort));
  const found = new Map(known.map((line) => [line.value, line]));
  return slice.map((given) => {
    const { value } = given;
    const isRepeated = seen.has(value);
    seen.add(value);
    if (!isShort(value)) return { ...given, sort: "tooLong" };
    return { ...given, sort: isRepeated ? "repeated" : (sortInBooks(found.get(value), productId) ?? sortByLook(value, pattern)) };
  });
}

function isShort(value: string): boolean {
  return value.length <= ID_MAX_LENGTH;
}

/** What the books say of a line; null where nobody ever had it. */
function sortInBooks(line: Line | undefined, productId: string): LineSort | null {
  if (line?.isErased) return "handedOver";
  if (!line?.unit) return null;
  if (line.unit.isDelivered || line.unit.setAside === "faulty") return "handedOver";
  if (line.unit.setAside === "removed") return "removed";
  return line.unit.productId === productId ? "inStock" : "elsewhere";
}

function sortByLook(value: string, pattern: IdPattern): LineSort {
  if (oddCharactersOf(value).length > 0) return "odd";
  return pattern.length > 0 && !matchesPattern(pattern, value) ? "unlike" : "new";
}

function waitingLine({ sort, value }: Sorted): WaitingLine[] {
  const choosable = choosableSorts.find((one) => one === sort);
  return choosable ? [[choosable, value]] : [];
}

async function keep({ db, vault }: Needs, batchId: string, kind: "waiting" | "shown", lines: readonly unknown[]): Promise<void> {
  if (lines.length > 0) await db.insert(batchLines).values({ batchId, kind, lines: vault.seal(JSON.stringify(lines)) });
}
