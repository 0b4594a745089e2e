import type { KeyIn } from "#messages/texts.ts";
import type { Scope } from "#shop/rights.ts";

/** The texts of each scope: its label, and what a program with it may do. */
export const scopeTexts = {
  "read-catalogue": { label: "readCatalogue", text: "readCatalogueText" },
  "read-orders": { label: "readOrders", text: "readOrdersText" },
  "decide-orders": { label: "decideOrders", text: "decideOrdersText" },
  "answer-buyers": { label: "answerBuyers", text: "answerBuyersText" },
  "see-ids": { label: "seeIds", text: "seeIdsText" },
  "handle-money": { label: "handleMoney", text: "handleMoneyText" },
  "manage-stock": { label: "manageStock", text: "manageStockText" },
  "see-figures": { label: "seeFigures", text: "seeFiguresText" },
} as const satisfies Record<Scope, Record<"label" | "text", KeyIn<"adminApiKeys">>>;
