import type { KeyIn } from "#messages/texts.ts";
import type { LinesAfter } from "#shop/orders/payment/statements/find-statements.server.ts";
import type { UploadedStatement } from "#shop/orders/payment/statements/upload-statement.server.ts";
import { type AlertWait, type LineVerdict, lineVerdicts } from "#shop/payments/payment.ts";
import type { ColumnRole, StatementBank } from "#shop/payments/statements/banks.ts";
import type { ConflictReason } from "#shop/payments/statements/match-line.ts";
import type { NetworkFailure } from "#web/parts/forms/network-error.ts";
import type { TypedFields } from "#web/parts/forms/typed-fields.ts";
import type { Said } from "#web/say.ts";

/** The page of all statements, and the address of the form. */
export const STATEMENTS = "/admin/statements";

/** The answer to an upload or a confirmation; a refused upload includes what was typed. */
export type StatementAnswer = (Said<UploadedStatement | null> | NetworkFailure) & { typed?: TypedFields };

/** The page of a statement; it says how many rows could not be read. */
export function statementPath({ statementId, unreadable = 0 }: { statementId: string; unreadable?: number }): string {
  return `${STATEMENTS}/${statementId}${unreadable > 0 ? `?unreadable=${unreadable}` : ""}`;
}

/** The page of a statement with the lines of one kind that follow a line. */
export function linesPath(statementId: string, kind: LineVerdict, after: string): string {
  return `${STATEMENTS}/${statementId}?${new URLSearchParams({ kind, after })}`;
}

/** The lines that an address shows; null: the first of each kind. */
export function linesOf(params: URLSearchParams): LinesAfter | null {
  const kind = lineVerdicts.find((one) => one === params.get("kind"));
  const after = Number(params.get("after"));
  return kind && Number.isSafeInteger(after) && after > 0 ? { kind, after } : null;
}

/** The address of the form that confirms a statement. */
export function confirmationPath(statementId: string): string {
  return `${STATEMENTS}/${statementId}/confirmation`;
}

/** The names of the banks. */
export const bankWords = {
  hdfc: "bankHdfc",
  icici: "bankIcici",
  sbi: "bankSbi",
  axis: "bankAxis",
  kotak: "bankKotak",
  other: "otherBank",
} as const satisfies Record<StatementBank, KeyIn<"adminStatements">>;

/** The key of a bank's name; one that this version does not know is another bank. */
export function bankWordOf(bank: string): (typeof bankWords)[StatementBank] {
  return Object.hasOwn(bankWords, bank) ? bankWords[bank as StatementBank] : "otherBank";
}

/** The label of each column that somebody may choose. */
export const columnWords = {
  date: "columnDate",
  narration: "columnNarration",
  credit: "columnCredit",
  debit: "columnDebit",
  amount: "columnAmount",
  drCr: "columnDrCr",
  reference: "columnReference",
  balance: "columnBalance",
} as const satisfies Record<ColumnRole, KeyIn<"adminStatements">>;

/** Why an alert waits for a person. */
export const waitWords = {
  sender: "waitsSender",
  account: "waitsAccount",
  late: "waitsLate",
  off: "waitsOff",
  order: "waitsOrder",
  limit: "waitsLimit",
  day: "waitsDay",
} as const satisfies Record<AlertWait, KeyIn<"adminStatements">>;

/** Why a line is a conflict. */
export const reasonWords = {
  otherAmount: "reasonOtherAmount",
  utrOfSeveral: "reasonUtrOfSeveral",
  beforeOrder: "reasonBeforeOrder",
  otherUtr: "reasonOtherUtr",
  reversal: "reasonReversal",
  paidBefore: "reasonPaidBefore",
  utrCounted: "reasonUtrCounted",
  severalLines: "reasonSeveralLines",
} as const satisfies Record<ConflictReason, KeyIn<"adminStatements">>;
