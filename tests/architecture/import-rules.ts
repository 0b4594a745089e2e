import type { ICruiseOptions, IRegularForbiddenRuleType } from "dependency-cruiser";

const everywhere = ["settings", "audit", "letters", "notices"];
const belowOrders = ["delivery", "stock", "ledger", "catalogue", "accounts", "payments", "contact", ...everywhere];

/** Each word of the shop, and the words below it that it may use. */
const wordsBelow = {
  audit: [],
  letters: [],
  settings: ["audit"],
  notices: ["audit", "letters"],
  catalogue: everywhere,
  accounts: everywhere,
  payments: everywhere,
  contact: everywhere,
  ledger: [],
  stock: ["catalogue", "ledger", ...everywhere],
  delivery: ["stock", ...everywhere],
  orders: belowOrders,
  verify: ["orders", ...belowOrders],
  moving: ["backups", "secret", "orders", "verify", ...belowOrders],
  "moving-in": ["orders", "verify", ...belowOrders],
  outside: ["orders", ...belowOrders],
  secret: ["verify", "orders", ...belowOrders],
  backups: ["secret", "orders", ...belowOrders],
};

const RULE = "\\.tsx?$";
const DEED = "\\.server\\.tsx?$";
const TABLES = "/tables\\.server\\.ts$";
const AREAS = "storefront|account|admin";
const npmExcept = (...names: string[]) => ({ path: "(^|/)node_modules/", pathNot: names.map((name) => `node_modules/(@types/)?${name}/`) });

function forbid(
  name: string,
  comment: string,
  from: IRegularForbiddenRuleType["from"],
  to: IRegularForbiddenRuleType["to"],
): IRegularForbiddenRuleType & { name: string } {
  return { name, comment, severity: "error", from, to };
}

const wordRules = Object.entries(wordsBelow).map(([word, below]) =>
  forbid(
    `word-${word}`,
    `beside itself ${word} uses ${below.join(", ")}`,
    { path: `^shop/${word}/` },
    { path: "^shop/[^/]+/", pathNot: `^shop/(${[word, ...below].join("|")})/` },
  ),
);

/** Who may import whom: the table and the word graph of the architecture. Tests are free to import what they test. */
export const forbidden = [
  forbid("found", "every import leads somewhere", {}, { couldNotResolve: true }),
  forbid("no-circle", "no two files need each other to load", {}, { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } }),
  forbid("no-tests", "the shop runs without its tests and benchmarks", { pathNot: "^(tests|bench)/" }, { path: "^(tests|bench)/" }),

  forbid(
    "word-known",
    "a word of the shop has its place in the word graph",
    { path: "^shop/", pathNot: `^shop/((${Object.keys(wordsBelow).join("|")})/|[^/]+$)` },
    {},
  ),
  forbid("shop-words-below", "what stands directly in shop/ is below every word", { path: "^shop/[^/]+$" }, { path: "^shop/[^/]+/" }),
  ...wordRules,
  forbid("rule-npm", "of other people's packages a rule uses zod alone", { path: `^shop/.*${RULE}`, pathNot: DEED }, npmExcept("zod")),
  forbid("rule-node", "a rule runs in the browser too", { path: `^shop/.*${RULE}`, pathNot: DEED }, { dependencyTypes: ["core"] }),
  forbid("rule-pure", "a rule knows rules alone", { path: `^shop/.*${RULE}`, pathNot: DEED }, { path: [DEED, "^platform/"] }),
  forbid("shop-inside", "the shop knows no door and no key", { path: "^shop/" }, { path: "^(web|api|server)/" }),

  forbid("platform-below", "the platform knows nothing of the shop", { path: "^platform/" }, { path: "^(shop|web|api|server)/" }),

  forbid("ui-alone", "ui/ knows nothing but ui/", { path: "^web/ui/" }, { path: "^(shop|platform|web|api|server)/", pathNot: "^web/ui/" }),
  forbid(
    "ui-npm",
    "ui/ stands on React, its router's links and the primitives",
    { path: "^web/ui/" },
    npmExcept("react", "react-dom", "react-router", "radix-ui"),
  ),
  forbid("ui-node", "ui/ runs in the browser", { path: "^web/ui/" }, { dependencyTypes: ["core"] }),
  forbid(
    "parts-small",
    "parts/ is made of ui/, rules and the files directly in web/",
    { path: "^web/parts/" },
    { path: "^(platform|api|server|web/[^/]+)/", pathNot: "^web/(parts|ui)/" },
  ),
  forbid("parts-no-deed", "parts/ are shown in the browser: no deeds", { path: "^web/parts/" }, { path: DEED }),
  forbid(
    "area-alone",
    "an area of the shop window does not reach into another",
    { path: `^web/(${AREAS})/` },
    { path: `^web/(${AREAS})/`, pathNot: "^web/$1/" },
  ),
  forbid("web-api", "the shop window knows no other door and no key", { path: "^web/" }, { path: "^(api|server)/" }),
  forbid(
    "web-platform",
    "of the platform the shop window knows what it provides, no more",
    { path: "^web/" },
    { path: "^platform/", pathNot: "^platform/provides\\.ts$" },
  ),
  forbid("web-tables", "no SQL in the shop window", { path: "^web/" }, { path: TABLES }),

  forbid("api-doors", "the side door knows no other door and no key", { path: "^api/" }, { path: "^(web|server)/" }),
  forbid(
    "api-platform",
    "of the platform the side door knows what it provides, no more",
    { path: "^api/" },
    { path: "^platform/", pathNot: "^platform/provides\\.ts$" },
  ),
  forbid("api-tables", "no SQL in the side door", { path: "^api/" }, { path: TABLES }),

  forbid("nobody-the-key", "nobody imports server/", { pathNot: "^(server|tests|bench)/" }, { path: "^server/" }),
];

/** TypeScript 7 has no JavaScript API: without `swc` no TypeScript file would be read, and every rule would seem to hold. */
export const options: ICruiseOptions = {
  parser: "swc",
  tsPreCompilationDeps: true,
  doNotFollow: { path: "(^|/)node_modules/" },
  exclude: { path: "(\\.test\\.tsx?$|^(build|\\.react-router)/|\\+types/|virtual:)" },
  enhancedResolveOptions: {
    extensions: [".ts", ".tsx", ".mjs", ".js", ".json"],
    exportsFields: ["exports"],
    conditionNames: ["node", "import", "require", "types"],
  },
};
