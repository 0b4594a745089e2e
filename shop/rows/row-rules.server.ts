import { z } from "zod";
import { isFileKey } from "#platform/files/file-key.ts";
import { readOldHash } from "#shop/accounts/passwords/old-hash.ts";
import { auditedActions } from "#shop/audit/audited-action.ts";
import { isCleanHtml } from "#shop/catalogue/allowed-html.ts";
import { DESCRIPTION_MAX_LENGTH, ID_PATTERN_MAX_LENGTH, PRODUCT_NAME_MAX_LENGTH } from "#shop/catalogue/constants.ts";
import { checkExample, readIdPattern } from "#shop/catalogue/id-pattern.ts";
import { isProductId } from "#shop/catalogue/product.ts";
import { ProductForm } from "#shop/catalogue/product-form.ts";
import { CONTACT_MESSAGE_MAX_LENGTH, LINK_MAX_LENGTH, PERSON_NAME_MAX_LENGTH } from "#shop/constants.ts";
import { emailKinds } from "#shop/emails/email.ts";
import { DOWNLOAD_LINK_MAX_LENGTH, NOTE_MAX_LENGTH, REASON_MAX_LENGTH } from "#shop/orders/constants.ts";
import { isSentAttempt } from "#shop/orders/payment/attempts/sent-attempt.server.ts";
import { isRequestCode } from "#shop/orders/request-code.ts";
import { PAGE_HTML_MAX_LENGTH, PAGE_TITLE_MAX_LENGTH } from "#shop/pages/constants.ts";
import { isStorable } from "#shop/parse.ts";
import { isGiftCardCode } from "#shop/payments/gift-card.ts";
import { isPayUrl } from "#shop/payments/providers/pay-url.server.ts";
import { columnRoles } from "#shop/payments/statements/banks.ts";
import { isShopPicture, isUploadedImage } from "#shop/pictures/uploaded-image.ts";
import { rightNames } from "#shop/rights.ts";
import { SELLER_ADDRESS_MAX_LENGTH, SELLER_NAME_MAX_LENGTH } from "#shop/settings/constants.ts";
import { isGstin } from "#shop/settings/gstin.ts";
import { SettingsForm } from "#shop/settings/settings-form.ts";
import { settingNames, settingOf } from "#shop/settings/settings-list.ts";
import { batchStates } from "#shop/stock/imports/batch.ts";
import { lineSorts } from "#shop/stock/imports/line-kinds.ts";
import { canBeHandedOver, isIdValue, mayBeHandedOver } from "./id-row.ts";
import { byLanguage, email, fieldOfType, hash, key, line, storedText, text, webAddress } from "./row-fields.ts";

type Row = Readonly<Record<string, unknown>>;
type Rules = {
  /** What the values of columns can be, beyond their type; empty ones are left to the database. */
  columns?: Readonly<Record<string, z.ZodType>>;
  /** Rules between the columns of a row, each with the column to report if it is broken. */
  row?: readonly (readonly [column: string, holds: (row: Row) => boolean, wrong?: string])[];
};

/** Sanitized HTML, which pages insert as it is. [S2.10] */
const html = (max = DESCRIPTION_MAX_LENGTH) => text(max).refine(isCleanHtml, "holds HTML that no form accepts");
const title = line(PAGE_TITLE_MAX_LENGTH).refine((value) => value === value.trim());
const productName = line(PRODUCT_NAME_MAX_LENGTH);
const givenHtml = html().min(1);
const given = text().min(1);
/** An account's id; in the old shop it may contain any characters. */
const accountKey = text(128).min(1);
const address = email.refine((value) => value === value.toLowerCase());
const personName = text(PERSON_NAME_MAX_LENGTH).refine((value) => value.trim() !== "");
/** The key of a stored picture. It cannot lead out of the shop's files. */
const fileKey = z.string().refine(isFileKey, "is not where a picture may lie");
const base64 = z.string().regex(/^[A-Za-z0-9+/_-]*={0,2}$/);
const note = text(NOTE_MAX_LENGTH);
const isRight = (right: string) => (rightNames as readonly string[]).includes(right);
/** A list of an export of a version without it counts as empty. */
const isEmpty = (list: unknown) => !Array.isArray(list) || list.length === 0;
const flat = z.union([text(10_000), z.number(), z.boolean(), z.null()]);
const word = text(10_000).optional();
const number = z.union([text(20), z.number()]).optional();

/**
 * What only code can check of the rows of each table, by the rules of the forms. What a type, a
 * constraint or a reference of the database refuses is not repeated here. [S7.3]
 */
export const rowRules: Readonly<Record<string, Rules>> = {
  settings: {
    columns: {
      ...Object.fromEntries(settingNames.filter((name) => settingOf(name).kind === "link").map((name) => [name, webAddress()])),
    },
    row: settingNames.map((name) => [name, (row) => isAsSaved(name, row)] as const),
  },
  pages: { columns: { title, html: html(PAGE_HTML_MAX_LENGTH) } },
  "terms-versions": { columns: { texts: byLanguage(z.object({ title, html: html(PAGE_HTML_MAX_LENGTH) })) } },
  products: {
    columns: {
      id: z.string().refine(isProductId),
      name: productName,
      description: html(),
      translations: z.record(z.string(), z.looseObject({ name: productName.optional(), description: givenHtml.optional() })),
      image: text(10_000).refine(
        (value) => (isUploadedImage(value) && !isShopPicture(value)) || isAsSent(ProductForm.shape.image, value),
        "is no picture",
      ),
      idPattern: text(ID_PATTERN_MAX_LENGTH).refine((pattern) => readIdPattern(pattern).ok),
    },
    row: [["idExample", ({ idPattern, idExample }) => checkExample({ idPattern: textOf(idPattern), idExample: textOf(idExample) }).ok]],
  },
  instructions: { columns: { html: givenHtml } },
  customers: {
    columns: {
      id: accountKey,
      email: address,
      name: personName,
      image: text(LINK_MAX_LENGTH).regex(/^https?:\/\//),
      rights: z.array(z.string()).refine((rights) => rights.every(isRight), "has an unknown right"),
    },
    row: [
      ["rights", ({ role, rights }) => role !== "customer" || isEmpty(rights), "is not empty, of a customer"],
      ["rights", ({ role, rights }) => role !== "admin" || isEmpty(rights), "is not empty, of an owner"],
      ["rights", ({ role, rights }) => role !== "helper" || !isEmpty(rights), "is empty, of a helper"],
    ],
  },
  "old-password-keys": { columns: { signerKey: base64.min(1), saltSeparator: base64 } },
  passwords: { columns: { id: key, password: text(1_000).refine(isPasswordHash) } },
  "withdrawn-accounts": { columns: { email: z.literal("").or(address) } },
  orders: {
    columns: {
      id: key,
      requestCode: z.string().refine(isRequestCode),
      email,
      giftCardCode: given,
      proofKey: fileKey,
      verificationNote: note,
      adminNote: note,
      reason: text(REASON_MAX_LENGTH).min(1),
      downloadLink: webAddress(DOWNLOAD_LINK_MAX_LENGTH),
      instructions: byLanguage(givenHtml),
      shortBy: z.int(),
      // Only the first may be empty: the browser that placed the order, if there was one.
      unlockedBy: z.array(hash.or(z.literal(""))).refine((hashes) => !hashes.includes("", 1)),
    },
    row: [
      ["giftCardCode", ({ isFromOldShop, giftCardCode: code }) => isFromOldShop === true || !code || isGiftCardCode(textOf(code))],
      ["productName", ({ isFromOldShop, productName: name }) => isFromOldShop === true || name === undefined || isOf(productName, name)],
    ],
  },
  imports: {
    columns: {
      id: key,
      state: z.enum(batchStates).exclude(["draft"]),
      report: z.partialRecord(z.enum([...lineSorts, "added", "cleaned"]), fieldOfType.number),
      chosen: z.array(z.enum(lineSorts)).max(lineSorts.length),
    },
  },
  ids: {
    columns: { id: text().refine(isIdValue, "is no ID") },
    row: [
      ["state", ({ state, withdrawn }) => withdrawn === null || withdrawn === state],
      ["state", ({ state, withdrawn }) => withdrawn !== null || /^(available|reserved|delivered)$/.test(textOf(state))],
      ["orderId", ({ state, orderId }) => (orderId !== null) === (state === "reserved" || state === "delivered")],
      ["deliveredAt", ({ state, deliveredAt }) => (deliveredAt !== null) === (state === "delivered")],
      ["id", ({ state, id }) => !mayBeHandedOver(state) || (id !== null && canBeHandedOver(textOf(id)))],
    ],
  },
  receipts: {
    columns: {
      sellerName: line(SELLER_NAME_MAX_LENGTH),
      sellerAddress: text(SELLER_ADDRESS_MAX_LENGTH),
      gstin: z.string().refine(isGstin),
    },
  },
  "payment-fingerprints": { columns: { proofKey: fileKey } },
  "payment-attempts": {
    columns: { id: key, payUrl: text().refine(isPayUrl), failure: storedText },
    row: [["request", ({ state, request }) => (state !== "opening" && state !== "open") || isSentAttempt({ request: textOf(request) })]],
  },
  payments: { columns: { id: key, reason: given } },
  refunds: { columns: { id: key, reference: given, problem: storedText } },
  disputes: { columns: { id: key } },
  statements: { columns: { id: key, columns: z.partialRecord(z.enum(columnRoles), text(200)) } },
  "statement-lines": { columns: { day: z.iso.date(), numbers: z.array(z.string().regex(/^\d{12}$/)) } },
  emails: {
    columns: {
      id: key,
      kind: z.enum(Object.keys(emailKinds)),
      recipient: email,
      // Those that the shop reads are text, counts are text or numbers.
      facts: z.looseObject({ messageId: word, entryId: word, product: word, held: number, free: number }).refine(isStorable),
      lastProblem: storedText,
    },
  },
  messages: { columns: { id: key, name: personName, email, message: text(CONTACT_MESSAGE_MAX_LENGTH).min(1) } },
  "order-messages": { columns: { pictureKey: fileKey, replacedProofKey: fileKey } },
  waitlist: { columns: { id: key, email }, row: [["confirmedAt", ({ confirmedAt }) => confirmedAt !== null]] },
  audit: {
    columns: { subjectKind: z.enum(Object.keys(auditedActions)), facts: z.record(z.string(), flat).refine(isStorable) },
    row: [
      [
        "action",
        ({ subjectKind, action }) => Object.hasOwn(Object(Reflect.get(auditedActions, textOf(subjectKind))), textOf(action)),
        "is no action of the shop",
      ],
    ],
  },
};

/** Whether the form of the settings takes a value and leaves it as it is, because pages show it so. */
function isAsSaved(name: string, row: Row): boolean {
  if (!Object.hasOwn(row, name)) return true;
  const read = SettingsForm.safeParse(row);
  if (!read.success) return !read.error.issues.some(({ path }) => path[0] === name);
  return JSON.stringify(Reflect.get(read.data, name)) === JSON.stringify(row[name]);
}

function isOf(rule: z.ZodType, value: unknown): boolean {
  return rule.safeParse(value).success;
}

/** Whether a field of a form takes a text and leaves it as it is. */
function isAsSent(field: z.ZodType, value: string): boolean {
  return field.safeParse(value).data === value;
}

/** A hash of the old shop, `old$<number of its key>$<salt>$<hash>`; salt and hash are base64. */
const OLD_HASH = /^old\$[1-9]\d{0,8}\$[A-Za-z0-9+/_-]+={0,2}\$[A-Za-z0-9+/_-]+={0,2}$/;

function isPasswordHash(value: string): boolean {
  return readOldHash(value) === null ? /^[^:$\s]+:[^:$\s]+$/.test(value) : OLD_HASH.test(value);
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
