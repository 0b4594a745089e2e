/**
 * The part of a visitor that commands for admins check and the audit log records. Every `Visitor`
 * is one. [S6.3]
 */
export type Actor = { kind: "guest" | "customer" } | ActingAdmin;
export type ActingAdmin = { kind: "admin"; userId: string; email: string };
