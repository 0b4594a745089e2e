/**
 * The part of a visitor that commands for admins check and the audit log records. Every `Visitor`
 * is one. [S6.3]
 */
export type Actor = { kind: "guest" | "customer" } | ActingAdmin;

/**
 * An admin who acts. `hasShownPassword`: gave the own password for this one action, as
 * `withOwnPassword` asks for it.
 */
export type ActingAdmin = { kind: "admin"; userId: string; email: string; hasShownPassword?: true };
