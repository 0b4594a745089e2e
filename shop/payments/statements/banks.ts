/** What a column of a bank statement holds. */
export type ColumnRole = "date" | "narration" | "reference" | "debit" | "credit" | "amount" | "drCr" | "balance";

/** The names that a column may have, without spaces and signs and in lower case. */
export type ColumnNames = { readonly [role in ColumnRole]?: readonly string[] };

/**
 * The columns of each bank's statement, with the names that its net banking and its apps give them.
 * The first name is the usual one. [S10.13]
 */
const banks = {
  hdfc: {
    date: ["date", "transactiondate"],
    narration: ["narration"],
    reference: ["chqrefno", "chqrefnumber", "chequereferenceno", "refno"],
    debit: ["withdrawalamt", "withdrawalamount", "debitamount"],
    credit: ["depositamt", "depositamount", "creditamount"],
    balance: ["closingbalance", "balance"],
  },
  icici: {
    date: ["transactiondate", "txnposteddate"],
    narration: ["transactionremarks", "remarks", "description"],
    reference: ["chequenumber", "chequeno", "transactionid"],
    debit: ["withdrawalamountinr", "withdrawalamount"],
    credit: ["depositamountinr", "depositamount"],
    amount: ["transactionamountinr", "transactionamount"],
    drCr: ["crdr", "drcr"],
    balance: ["balanceinr", "balance", "availablebalanceinr"],
  },
  sbi: {
    date: ["txndate"],
    narration: ["description", "details"],
    reference: ["refnochequeno", "refno"],
    debit: ["debit", "withdrawal"],
    credit: ["credit", "deposit"],
    balance: ["balance"],
  },
  axis: {
    date: ["transactiondate", "trandate"],
    narration: ["particulars", "transactionparticulars"],
    reference: ["chequeno", "chqno", "chequenumber"],
    debit: ["debit", "dr"],
    credit: ["credit", "cr"],
    amount: ["amount", "amountinr"],
    drCr: ["drcr", "debitcredit"],
    balance: ["balance", "balanceinr", "bal"],
  },
  kotak: {
    date: ["date"],
    narration: ["description", "narration"],
    reference: ["refno", "chqrefno", "chqrefnumber", "refnochequeno"],
    debit: ["debit", "withdrawaldr", "withdrawal"],
    credit: ["credit", "depositcr", "deposit"],
    amount: ["amount"],
    drCr: ["drcr"],
    balance: ["balance"],
  },
} as const satisfies Record<string, ColumnNames>;

/**
 * The banks whose statements are recognized; `other` is any other with columns that somebody chose.
 */
export const statementBanks = [...(Object.keys(banks) as (keyof typeof banks)[]), "other"] as const;
export type StatementBank = (typeof statementBanks)[number];

/** The column names of a bank's statement, or those that somebody chose for another. */
export function columnNamesOf(bank: StatementBank, chosen: ChosenColumns): ColumnNames {
  if (bank !== "other") return banks[bank];
  return Object.fromEntries(Object.entries(chosen).map(([role, name]) => [role, name ? [bareName(name)] : []]));
}

/** Columns by their names, or by their numbers from 1 for a file that has no names. */
export type ChosenColumns = { readonly [role in ColumnRole]?: string };

/** A column's name as it is compared: "Chq./Ref.No." becomes "chqrefno". */
export function bareName(name: string): string {
  return name
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, "");
}
