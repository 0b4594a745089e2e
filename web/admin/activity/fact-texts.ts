import type { KeyIn, Texts } from "#messages/texts.ts";
import type { AuditFacts } from "#shop/audit/audited-action.ts";
import { type SettingName, settingNames } from "#shop/settings/settings-list.ts";

type Known = Readonly<Record<string, KeyIn<"adminActivity">>>;

const factTexts = {
  ids: "factIds",
  leftOut: "factLeftOut",
  count: "factCount",
  lines: "factLines",
  position: "factPosition",
  product: "factProduct",
  state: "factState",
  fields: "factFields",
  scopes: "factScopes",
  rights: "factRights",
  before: "factBefore",
  after: "factAfter",
  refundsADay: "factRefundsADay",
  products: "factProducts",
  orders: "factOrders",
  accounts: "factAccounts",
  proofs: "factProofs",
  language: "factLanguage",
  order: "factOrder",
  amount: "factAmount",
  outcome: "factOutcome",
  reason: "factReason",
  isOn: "factIsOn",
} as const satisfies Known;

/** The words for the settings: `fieldLatePaymentHours` for `latePaymentHours`. */
const settingTexts: Known = Object.fromEntries(settingNames.map((name) => [name, fieldText(name)]));

function fieldText<N extends SettingName>(name: N): `field${Capitalize<N>}` {
  return `field${name.slice(0, 1).toUpperCase()}${name.slice(1)}` as `field${Capitalize<N>}`;
}

/** The facts whose value is a list of known words. */
const wordTexts: Readonly<Record<string, Known>> = {
  fields: {
    price: "fieldPrice",
    description: "fieldDescription",
    translations: "fieldTranslations",
    picture: "fieldPicture",
    instructions: "fieldInstructions",
    delivery: "fieldDelivery",
    "ID pattern": "fieldIDPattern",
    "ID example": "fieldIDExample",
    ...settingTexts,
  },
  state: {
    available: "stateAvailable",
    reserved: "stateReserved",
    delivered: "stateDelivered",
    withdrawn: "stateWithdrawn",
  },
  scopes: {
    "read the catalogue": "scopeReadTheCatalogue",
    "read orders": "scopeReadOrders",
    "decide orders": "scopeDecideOrders",
    "answer buyers": "scopeAnswerBuyers",
    "see whole ids": "scopeSeeIds",
    "handle money": "scopeHandleMoney",
    "manage the stock": "scopeManageTheStock",
    "see figures": "scopeSeeFigures",
  },
  rights: {
    "read-orders": "scopeReadOrders",
    "decide-orders": "scopeDecideOrders",
    "answer-buyers": "scopeAnswerBuyers",
    "manage-stock": "scopeManageTheStock",
    "see-ids": "scopeSeeIds",
    "handle-money": "scopeHandleMoney",
    "see-figures": "scopeSeeFigures",
  },
  isOn: { true: "turnedOn", false: "turnedOff" },
  outcome: {
    delivered: "outcomeDelivered",
    reopened: "outcomeReopened",
    recorded: "outcomeRecorded",
    "held back": "outcomeHeldBack",
    review: "outcomeReview",
    "refund due": "outcomeRefundDue",
  },
};

/** An action's facts as text, such as `IDs: 3, left out: 1`; empty if there are none. */
export function factsText(facts: AuditFacts, texts: Texts<"adminActivity">): string {
  return Object.entries(facts)
    .filter(([, value]) => value !== null && value !== "")
    .map(([name, value]) => factText(name, valueText(name, String(value), texts), texts))
    .join(", ");
}

function factText(name: string, value: string, texts: Texts<"adminActivity">): string {
  return Object.hasOwn(factTexts, name) ? texts(factTexts[name as keyof typeof factTexts], { value }) : `${apart(name)}: ${value}`;
}

function valueText(name: string, value: string, texts: Texts<"adminActivity">): string {
  const known = ownOf(wordTexts, name);
  return known
    ? value
        .split(", ")
        .map((word) => wordText(word, known, texts))
        .join(", ")
    : value;
}

function wordText(word: string, known: Known, texts: Texts<"adminActivity">): string {
  const key = ownOf(known, word);
  return key ? texts(key) : apart(word);
}

function ownOf<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

/** Splits a camel-case name into words: `howToPay` becomes `how to pay`. */
function apart(name: string): string {
  return name.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replace(/\bids\b/g, "IDs");
}
