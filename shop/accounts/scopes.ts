/**
 * The scopes of API keys: each one's label, and what a program with it may do. What a scope opens
 * only shrinks: new kinds of calls get a scope of their own, which keys made before lack.
 */
export const scopes = {
  "read-catalogue": { label: "Read the catalogue", text: "Products on sale, with price and stock." },
  "read-orders": {
    label: "Read orders",
    text: "Every order as admins see it: IDs, gift card codes, payment proofs and email addresses.",
  },
  "decide-orders": {
    label: "Decide orders",
    text: "Approve and reject orders, check payment proofs, mark payments and replace IDs. The program gets back what it changed.",
  },
  "handle-money": {
    label: "Handle money",
    text: "Read every payment and who paid. Record, match, refund and ignore payments, ask buyers to pay, and confirm bank statements.",
  },
  "manage-stock": {
    label: "Manage the stock",
    text: "Add, change and delete products, add IDs to them, and read their IDs.",
  },
} as const;

export type Scope = keyof typeof scopes;

/** The scopes in display order. */
export const scopeNames = Object.keys(scopes) as [Scope, ...Scope[]];
