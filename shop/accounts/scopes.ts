/** The scopes of API keys: each one's label, and what a program with it may do. */
export const scopes = {
  "read-catalogue": { label: "Read the catalogue", text: "The products that are on sale, with price and stock." },
  "read-orders": {
    label: "Read orders",
    text: "Every order with all that an admin sees of it: IDs, gift card codes, payment proofs and e-mail addresses.",
  },
  "decide-orders": {
    label: "Decide orders",
    text: "Approve and reject orders, judge payment proofs, note payments and replace IDs. The answer is the order that was decided on.",
  },
  "manage-stock": {
    label: "Manage the stock",
    text: "Add, change and delete products, add IDs to them, and read the IDs of each.",
  },
} as const;

export type Scope = keyof typeof scopes;

/** The scopes in display order. */
export const scopeNames = Object.keys(scopes) as [Scope, ...Scope[]];
