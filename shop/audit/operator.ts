/** Who the audit names when the operator did it on the machine itself. */
export const operator = { kind: "admin", userId: "command-line", email: "the command line" } as const;
