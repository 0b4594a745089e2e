import { normalized } from "#shop/canonical-text.ts";

/** What a column of a bank statement holds. */
export const columnRoles = ["date", "narration", "reference", "debit", "credit", "amount", "drCr", "balance"] as const;
export type ColumnRole = (typeof columnRoles)[number];

/** The names that a column may have, without spaces and signs and in lower case. */
export type ColumnNames = { readonly [role in ColumnRole]?: readonly string[] };

/**
 * The banks whose narrations are known; `other` is any other, perhaps with columns that somebody
 * chose.
 */
export const statementBanks = ["hdfc", "icici", "sbi", "axis", "kotak", "other"] as const;
export type StatementBank = (typeof statementBanks)[number];

/**
 * The names of each kind of column, for all banks alike, because banks change them without notice.
 * The first that a header has is taken: the day of the transaction comes before its value date.
 * [S10.13]
 */
const kinds: ColumnNames = {
  date: [
    "transactiondate",
    "trandate",
    "txndate",
    "txnposteddate",
    "transactiondt",
    "txndt",
    "date",
    "postingdate",
    "postdate",
    "posteddate",
    "bookingdate",
    "entrydate",
    "transactiondatetime",
    "valuedate",
    "valuedt",
    "valuedat",
  ],
  narration: [
    "narration",
    "transactionremarks",
    "transactionparticulars",
    "particulars",
    "transactiondescription",
    "transactiondetails",
    "description",
    "details",
    "remarks",
    "transactionremark",
    "narrations",
    "naration",
    "descriptionnarration",
    "narrationdescription",
    "paymentnarration",
    "accountdescription",
  ],
  reference: [
    "chqrefno",
    "chqrefnumber",
    "chequerefno",
    "chequereferenceno",
    "refnochequeno",
    "refno",
    "refnumber",
    "referenceno",
    "referencenumber",
    "utr",
    "utrno",
    "rrn",
    "transactionid",
    "tranid",
    "chequenumber",
    "chequeno",
    "chqno",
    "chqnumber",
    "chequenoreferenceno",
  ],
  debit: [
    "withdrawalamt",
    "withdrawalamount",
    "debitamount",
    "debitamt",
    "debit",
    "debits",
    "withdrawal",
    "withdrawals",
    "withdrawaldr",
    "withdrawaldebit",
    "amountdr",
    "dramount",
    "dr",
    "paidout",
    "moneyout",
    "withdrawlamt",
    "withdrawl",
  ],
  credit: [
    "depositamt",
    "depositamount",
    "creditamount",
    "creditamt",
    "credit",
    "credits",
    "deposit",
    "deposits",
    "depositcr",
    "depositcredit",
    "amountcr",
    "cramount",
    "cr",
    "paidin",
    "moneyin",
  ],
  amount: ["transactionamount", "txnamount", "amount", "amt"],
  drCr: ["drcr", "crdr", "debitcredit", "creditdebit", "drcrindicator", "transactiontype", "txntype", "type"],
  balance: ["closingbalance", "balance", "bal", "availablebalance", "runningbalance", "closingbal", "balanceamt", "balanceamount"],
};

/** The names of the columns of a statement: the usual ones, or those that somebody chose. */
export function columnNamesOf(chosen: ChosenColumns): ColumnNames {
  const named = Object.entries(chosen).filter(([, name]) => name !== "");
  if (named.length === 0) return kinds;
  return Object.fromEntries(named.map(([role, name]) => [role, [bareName(name)]]));
}

/** Whether a column's name is one of days. */
export function isDayColumn(name: string): boolean {
  return [bareName(name), nameBeforeBrackets(name)].some((bare) => kinds.date?.includes(bare));
}

/** Columns by their names, or by their numbers from 1 for a file that has no names. */
export type ChosenColumns = { readonly [role in ColumnRole]?: string };

/** A column's name as it is compared: "Chq./Ref.No." becomes "chqrefno". */
export function bareName(name: string): string {
  return normalized(name, "NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, "");
}

/** The same without what stands in brackets, as in "Withdrawal Amount (INR )". */
export function nameBeforeBrackets(name: string): string {
  return bareName(name.replace(/\([^()]{0,40}\)/g, " "));
}
