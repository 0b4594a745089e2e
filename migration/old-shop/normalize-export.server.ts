import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import type { ClientBase } from "pg";
import { JsonProblem } from "#platform/json/json-problem.ts";
import { type JsonPart, readJson } from "#platform/json/read-json.ts";
import type { Services } from "#platform/provides.ts";
import { placeOf } from "#shop/encrypted-columns.server.ts";
import { NOTE_MAX_LENGTH } from "#shop/orders/constants.ts";
import { giftCardFingerprints } from "#shop/orders/proofs/payment-fingerprint.server.ts";
import { lastOf } from "#shop/payments/gift-card.ts";
import { textOf } from "#shop/refusal.ts";
import { fingerprinted } from "#shop/stock/books/known-units.server.ts";
import { storedText } from "#shop/stored-text.ts";
import { ExportProblem } from "../export-problem.ts";
import { textOfJsonProblem } from "../json-problem-text.server.ts";
import type { MigrationProgress } from "../report/migration-summary.ts";
import type { MigratedKind, Warning } from "../report/report-row.ts";
import { cleanDescription } from "./clean-description.server.ts";
import { isTree, type PartOfTree, partAt, partsOfExport, wishAt } from "./export-tree.ts";
import { fitsOrder, fitsProduct } from "./fits-row.server.ts";
import { localKey, localProductId } from "./local-keys.server.ts";
import { inJson, normalizeTables, placeOfCode, RowWriter } from "./normalized-tables.server.ts";
import { isIdAsName, readIdAsName, readOldId } from "./old-id.ts";
import { type OldOrder, readOldOrder } from "./old-order.ts";
import { readOldProduct } from "./old-product.ts";
import { cut } from "./old-values.ts";

type Needs = Pick<Services, "vault">;

const CHUNK_BYTES = 256 * 1024;
const LISTS = "products_database/Idlist";
/**
 * The parts whose presence is recorded. The paths of orders are not, because there may be too many
 * for memory.
 */
const recordedParts = new Set(["products_database", "Idlist", ...partsOfExport.map(({ path }) => path)]);
/** The product of orders that name none. */
const NO_PRODUCT = "product-of-the-shop-before";
/** The note of a copy is appended to our own sentence on copies. */
const OLD_NOTE_MAX_LENGTH = NOTE_MAX_LENGTH - storedText("movedFromCopyAlone").length - 1;

/**
 * Parses the export of the realtime database into the temporary tables. Throws `ExportProblem` if
 * it is malformed or contains no shop.
 */
export async function normalizeExport(
  services: Needs,
  client: ClientBase,
  file: string,
  at: Date,
  seen: (progress: MigrationProgress) => void,
): Promise<void> {
  const found = await stat(file).catch(() => null);
  if (!found?.isFile()) throw new ExportProblem(textOf("exportUnreadable", { file }));
  const { size } = found;
  const rows = new Rows(services, client, at);
  const seenParts = new Set<string>();
  const wish = (path: readonly string[]) => {
    const way = path.length <= 2 ? path.join("/") : "";
    if (recordedParts.has(way)) seenParts.add(way);
    return wishAt(path);
  };
  let done = 0;
  const source = async function* () {
    for await (const chunk of createReadStream(file, { highWaterMark: CHUNK_BYTES })) {
      yield chunk;
      done += chunk.length;
      seen({ doing: "reading the file", done, total: size });
    }
  };
  try {
    for await (const part of readJson(source(), wish)) await rows.take(part);
  } catch (error) {
    if (error instanceof JsonProblem) throw new ExportProblem(textOf("exportNotJson", { file, problem: textOfJsonProblem(error) }));
    throw error;
  }
  await rows.end();
  await normalizeTables(client, (path) => seenParts.has(path) || (path === LISTS && rows.hasListsInCatalogue));
  if (!rows.hasTrees) throw new ExportProblem(textOf("exportWithoutShop", { file }));
  if (isPartAlone(seenParts)) throw new ExportProblem(textOf("exportOfOnePart", { file }));
}

/**
 * An export of `products_database` alone also has a list named `products`, which would be mistaken
 * for the second product list.
 */
function isPartAlone(seen: ReadonlySet<string>): boolean {
  return seen.has("Idlist") && !seen.has("products_database");
}

function productIdOf({ productId }: OldOrder): string | null {
  return productId === null ? null : localProductId(productId);
}

function lastFourOf({ giftCardCode }: OldOrder): string | null {
  return (giftCardCode && lastOf(giftCardCode)?.toWellFormed()) ?? null;
}

/** Collects the rows of the export while it is parsed. */
class Rows {
  readonly #services: Needs;
  readonly #at: Date;
  readonly #writer: RowWriter;
  #n = 0;
  #product: { tree: 1 | 2; id: string; path: string; fields: Record<string, unknown> } | null = null;
  /** The list of the last item. */
  #list = "";
  #position = 0;
  hasTrees = false;
  /** Some exports keep the lists with the products. */
  hasListsInCatalogue = false;

  constructor(services: Needs, client: ClientBase, at: Date) {
    this.#services = services;
    this.#at = at;
    this.#writer = new RowWriter(client);
  }

  async take({ path: keys, value, isInList }: JsonPart): Promise<void> {
    const path = keys.map(localKey);
    if (isTree(path[0])) this.hasTrees = true;
    const part = partAt(path);
    if ((part.is === "id" || part.is === "ids") && part.tree === 1) this.hasListsInCatalogue = true;
    const isField = part.is === "product" && part.field !== null;
    if (!isField || this.#product?.id !== part.productId || this.#product.tree !== part.tree) await this.#endProduct();
    await this.#takePart(part, path, value, isInList);
  }

  async end(): Promise<void> {
    await this.#endProduct();
    await this.#writer.end();
  }

  async #takePart(part: PartOfTree, path: readonly string[], value: unknown, isInList: boolean): Promise<void> {
    const way = path.join("/");
    switch (part.is) {
      case "product":
        return part.field === null
          ? this.#report("product", way, ["notAProduct"])
          : this.#takeField(part.tree, part.productId, part.field, path, value);
      case "id":
        return this.#takeId(part, way, value, isInList);
      case "ids":
        return this.#takeTextOfIds(part, way, value);
      case "request":
        return this.#takeOrder({ key: part.key, userId: null }, way, value);
      case "copy":
        return this.#takeOrder(part, way, value);
      case "metadata":
        return;
      case "nothing":
        return value === null ? undefined : this.#report("other", way, ["notOurs"]);
    }
  }

  #takeField(tree: 1 | 2, id: string, field: string, path: readonly string[], value: unknown): void {
    this.#product ??= { tree, id, path: path.slice(0, -1).join("/"), fields: {} };
    this.#product.fields[field] = value;
  }

  async #endProduct(): Promise<void> {
    const product = this.#product;
    if (!product) return;
    this.#product = null;
    const id = localProductId(product.id);
    if (id === null) return this.#report("product", product.path, ["idUnusable"]);

    const { warnings, description, ...read } = readOldProduct(product.id, product.fields);
    const cleaned = cleanDescription(description);
    if (!fitsProduct(id, { ...read, description: cleaned.html }, this.#at)) return this.#report("product", product.path, ["rowUnusable"]);
    const there = this.#services.vault.fingerprints(JSON.stringify([product.tree, product.fields]));
    await this.#writer.write("old_products", {
      n: this.#next(),
      path: product.path,
      tree: product.tree,
      old_id: id,
      name: read.name,
      price_paise: read.pricePaise,
      description: cleaned.html,
      image: read.image,
      created_at: read.createdAt,
      updated_at: read.updatedAt,
      there: there.map(inJson),
      warnings: [...warnings, ...cleaned.warnings],
    });
  }

  async #takeId(part: PartOfTree & { is: "id" }, way: string, value: unknown, isInList: boolean): Promise<void> {
    const list = way.slice(0, -part.key.length - 1);
    const isFirst = list !== this.#list;
    this.#list = list;
    this.#position = isFirst ? 1 : this.#position + 1;
    const isName = isIdAsName(part.key, value);
    // The report must never contain an ID.
    const path = isName ? `${list}#${this.#position}` : way;
    const { values, state, warnings } = isName ? readIdAsName(part.key, value) : readOldId(value);
    if (isFirst && !isInList) warnings.push("listAsObject");
    const productId = localProductId(part.productId);
    if (values.length === 0 || productId === null) return this.#report("id", path, values.length === 0 ? warnings : ["idUnusable"]);
    for (const [index, text] of values.entries())
      await this.#writeId({ tree: part.tree, productId }, values.length > 1 ? `${path}#${index + 1}` : path, text, state, warnings);
  }

  async #takeTextOfIds(part: PartOfTree & { is: "ids" }, path: string, value: unknown): Promise<void> {
    if (value === null) return;
    const { values, warnings } = readOldId(value);
    const productId = localProductId(part.productId);
    if (values.length === 0 || productId === null) return this.#report("id", path, warnings);
    for (const [index, text] of values.entries())
      await this.#writeId({ tree: part.tree, productId }, `${path}#${index + 1}`, text, "free", ["listAsText"]);
  }

  async #writeId(
    { tree, productId }: { tree: number; productId: string },
    path: string,
    text: string,
    state: string,
    warnings: Warning[],
  ): Promise<void> {
    const row = { n: this.#next(), path, tree, product_id: productId, ...this.#encrypted(text) };
    await this.#writer.write("old_ids", { ...row, state, warnings });
  }

  async #takeOrder({ key, userId }: { key: string; userId: string | null }, path: string, value: unknown): Promise<void> {
    const order = readOldOrder(key, value, this.#at);
    const isCopy = userId !== null;
    if (!order) return this.#report(isCopy ? "copy" : "order", path, ["notAnOrder"]);
    if (!fitsOrder(order)) return this.#report(isCopy ? "copy" : "order", path, ["rowUnusable"]);

    const n = this.#next();
    await this.#writer.write(
      "old_orders",
      this.#orderRow(n, path, { ...order, userId: userId ?? (order.userId && localKey(order.userId)) }, isCopy, isCopy ? path : key, value),
    );
    await this.#writeClaims(n, order);
  }

  #orderRow(n: number, path: string, order: OldOrder, isCopy: boolean, oldId: string, raw: unknown): Record<string, unknown> {
    const { vault } = this.#services;
    const { warnings, userId, ...words } = order;
    const productId = productIdOf(order);
    const code = order.giftCardCode;
    return {
      n,
      path,
      is_copy: isCopy,
      old_id: oldId,
      request_code: order.requestCode,
      user_id: userId,
      product_id: productId ?? NO_PRODUCT,
      product_name: order.productName,
      status: order.status,
      is_status_known: order.isStatusKnown,
      quantity: order.quantity,
      price_paise: order.pricePaise,
      total_paise: order.totalPaise,
      stated_total_paise: order.statedTotalPaise,
      payment_method: order.paymentMethod,
      gift_card_code: code && inJson(vault.encrypt(placeOfCode(n), code)),
      gift_card_last4: lastFourOf(order),
      gift_card: code && giftCardFingerprints(this.#services, code).map(inJson),
      proof_file: order.proofFile,
      payment_verified: order.paymentVerified,
      verification_note: order.verificationNote,
      admin_note: isCopy && order.adminNote !== null ? cut(order.adminNote, OLD_NOTE_MAX_LENGTH) : order.adminNote,
      created_at: order.createdAt,
      processed_at: order.processedAt,
      approved_by: order.approvedBy,
      cancelled_at: order.cancelledAt,
      reason: order.reason,
      download_link: order.downloadLink,
      there: vault.fingerprints(JSON.stringify([userId, raw])).map(inJson),
      same: inJson(vault.fingerprint(JSON.stringify(words))),
      warnings: productId !== null ? warnings : [...warnings, "productUnnamed"],
    };
  }

  async #writeClaims(n: number, { status, ids, turnedDownIds }: OldOrder): Promise<void> {
    const kind = status === "approved" ? "deliver" : "hold";
    const claims = [...ids.map((text) => ({ text, kind })), ...turnedDownIds.map((text) => ({ text, kind: "turned down" }))];
    for (const [position, { text, kind }] of claims.entries()) {
      await this.#writer.write("old_claims", { order_n: n, position, ...this.#encrypted(text), kind });
    }
  }

  #encrypted(text: string): { print: string; earlier: string[] | undefined; value: string } {
    const { vault } = this.#services;
    const { value, fingerprint, prints } = fingerprinted(vault, text);
    const earlier = prints.slice(1).map(inJson);
    return {
      print: inJson(fingerprint),
      earlier: earlier.length > 0 ? earlier : undefined,
      value: inJson(vault.encrypt(placeOf("units.value", fingerprint), value)),
    };
  }

  #report(kind: MigratedKind, path: string, warnings: Warning[]): Promise<void> {
    return this.#writer.write("report_rows", { kind, path, outcome: "skipped", warnings });
  }

  #next(): number {
    this.#n += 1;
    return this.#n;
  }
}
