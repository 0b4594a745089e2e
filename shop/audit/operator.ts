/** The actor in the audit log when the operator works on the command line, with every right. */
export const operator = { kind: "admin", userId: "command-line", email: "the command line", rights: "all" } as const;
