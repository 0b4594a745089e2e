import { bigint, jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import type { AuditFacts } from "./audited-action.ts";

/** The audit log: who did what, and when. Append-only. */
export const auditEntries = pgTable("audit_entries", {
  id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  at: timestamp("at", { withTimezone: true }).notNull(),
  adminId: text("admin_id").notNull(),
  /** The admin's email address at that time. */
  adminName: text("admin_name").notNull(),
  action: text("action").notNull(),
  subjectKind: text("subject_kind").notNull(),
  subjectId: text("subject_id").notNull(),
  subjectName: text("subject_name").notNull(),
  facts: jsonb("facts").$type<AuditFacts>().notNull(),
});
