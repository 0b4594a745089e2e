/** Of whoever asks, all that a deed for admins alone looks at, and what the audit keeps of an admin. Every `Visitor` is one. [S6.3] */
export type Asker = { kind: "guest" | "customer" } | AskingAdmin;
export type AskingAdmin = { kind: "admin"; userId: string; email: string };
