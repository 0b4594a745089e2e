/** The scopes of API keys: each one's label, and what a program with it may do. */
export const scopes = {
  "read-catalogue": { label: "Read the catalogue", text: "Products on sale, with price and stock." },
  "read-orders": {
    label: "Read orders",
    text: "Every order as admins see it: IDs, gift card codes, payment proofs and email addresses. Every payment, and who paid.",
  },
  "decide-orders": {
    label: "Decide orders",
    text: "Approve and reject orders, check payment proofs, mark payments and replace IDs. Match and refund payments, and confirm bank statements. The program gets back what it changed.",
  },
  "manage-stock": {
    label: "Manage the stock",
    text: "Add, change and delete products, add IDs to them, and read their IDs.",
  },
} as const;

export type Scope = keyof typeof scopes;

/** The scopes in display order. */
export const scopeNames = Object.keys(scopes) as [Scope, ...Scope[]];
