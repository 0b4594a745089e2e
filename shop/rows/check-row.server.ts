import type { z } from "zod";
import { CustomerRow, OldPasswordKeyRow, PasswordRow, WithdrawnAccountRow } from "./account-rows.ts";
import { BatchRow } from "./batch-row.ts";
import { IdRow } from "./id-row.ts";
import { InstructionsRow } from "./instructions-row.ts";
import { AuditRow, EmailRow, MessageRow } from "./message-rows.ts";
import { PaymentRow, RefundRow, StatementLineRow, StatementRow, UpiAmountRow } from "./money-rows.ts";
import { OrderRow } from "./order-row.server.ts";
import { PageRow, TermsVersionRow } from "./page-rows.ts";
import { AttemptRow, PaymentFingerprintRow, ReplacementRow } from "./payment-rows.server.ts";
import { ProductRow } from "./product-row.ts";
import { CreditNoteRow, ReceiptRow } from "./receipt-row.ts";
import { SettingsRow } from "./settings-row.ts";
import { WaitlistRow } from "./waitlist-row.ts";

/** The schema of each exported table's rows, by table name. The rules are those of the forms. */
export const checkedRows: Readonly<Record<string, z.ZodType>> = {
  settings: SettingsRow,
  pages: PageRow,
  "terms-versions": TermsVersionRow,
  products: ProductRow,
  instructions: InstructionsRow,
  customers: CustomerRow,
  "old-password-keys": OldPasswordKeyRow,
  passwords: PasswordRow,
  "withdrawn-accounts": WithdrawnAccountRow,
  orders: OrderRow,
  imports: BatchRow,
  ids: IdRow,
  replacements: ReplacementRow,
  receipts: ReceiptRow,
  "payment-fingerprints": PaymentFingerprintRow,
  "payment-attempts": AttemptRow,
  payments: PaymentRow,
  refunds: RefundRow,
  "credit-notes": CreditNoteRow,
  "upi-amounts": UpiAmountRow,
  statements: StatementRow,
  "statement-lines": StatementLineRow,
  emails: EmailRow,
  messages: MessageRow,
  waitlist: WaitlistRow,
  audit: AuditRow,
};

/**
 * Describes what is wrong with a row, such as `name is missing or wrong`; null if a form could have
 * written it. Never contains the value.
 */
export function wrongOf(schema: z.ZodType | undefined, row: unknown): string | null {
  const read = schema?.safeParse(row);
  if (!read || read.success) return null;
  const [issue] = read.error.issues;
  const column = issue?.path[0];
  if (column === undefined) return "this is not a row";
  return `${String(column)} ${issue?.code === "custom" && WORDS.has(issue.message) ? issue.message : "is missing or wrong"}`;
}

/** Messages that a rule may put after the column's name. */
const WORDS = new Set([
  "holds HTML that no form accepts",
  "is no picture",
  "is no web address",
  "is no ID",
  "is not where a picture may lie",
  "is no action of the shop",
]);
