import type { ICruiseOptions, IRegularForbiddenRuleType } from "dependency-cruiser";

const everywhere = ["settings", "audit", "emails", "outbox", "webhooks", "push", "pictures"];
const belowOrders = ["stock", "ledger", "catalogue", "accounts", "payments", "contact", "pages", "waitlist", ...everywhere];

/**
 * Each folder of the shop, with the folders that it may import. A subfolder that ranks higher than
 * its parent has an entry of its own.
 */
const wordsBelow = {
  audit: [],
  outbox: [],
  emails: ["outbox"],
  pictures: [],
  settings: ["audit", "emails", "pictures"],
  push: ["settings", "audit", "emails", "outbox"],
  webhooks: ["audit", "emails", "outbox", "push", "settings"],
  catalogue: everywhere,
  accounts: everywhere,
  payments: ["pages", ...everywhere],
  contact: everywhere,
  waitlist: ["stock", "catalogue", "accounts", ...everywhere],
  pages: ["catalogue", ...everywhere],
  ledger: [],
  stock: ["catalogue", "ledger", ...everywhere],
  orders: belowOrders,
  "emails/sending": ["orders", ...belowOrders],
  "emails/reading": ["emails/sending", "orders", ...belowOrders],
  "accounts/customers": ["orders", ...belowOrders],
  "accounts/profile": ["orders", ...belowOrders],
  "stock/ids/reading": ["orders", ...belowOrders],
  "stock/products/deletion": ["orders", ...belowOrders],
  rows: ["orders", ...belowOrders],
  verify: ["rows", "orders", ...belowOrders],
  export: ["backups", "secret", "orders", "rows", "verify", ...belowOrders],
  "api-keys": ["orders", ...belowOrders],
  secret: ["verify", "orders", ...belowOrders],
  metrics: ["orders", ...belowOrders],
  backups: ["secret", "orders", "rows", ...belowOrders],
};

const RULE = "\\.tsx?$";
const SERVER_FILE = "\\.server\\.tsx?$";
const TABLES = "/tables\\.server\\.ts$";
const DECODER =
  "^platform/pictures/(decoder|do-picture-task\\.server|remake-picture\\.server|see-picture\\.server|open-sharp\\.server)\\.ts$";
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

/** The files of an entry, without the subfolders that have their own. */
function filesOf(word: string): string {
  const inside = Object.keys(wordsBelow).flatMap((other) => (other.startsWith(`${word}/`) ? [`${other.slice(word.length + 1)}/`] : []));
  return `${word}/${inside.length > 0 ? `(?!${inside.join("|")})` : ""}`;
}

const wordRules = Object.entries(wordsBelow).map(([word, below]) =>
  forbid(
    `word-${word}`,
    `beside itself ${word} uses ${below.join(", ")}`,
    { path: `^shop/${filesOf(word)}` },
    { path: "^shop/[^/]+/", pathNot: `^shop/(${[word, ...below].map(filesOf).join("|")})` },
  ),
);

const belowMigration = ["orders", "rows", "verify", ...belowOrders];

/**
 * The import rules: the table and the graph of folders in the architecture document. Tests may
 * import what they test.
 */
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
  forbid(
    "migration-words",
    `the importer of the old shop uses ${belowMigration.join(", ")}`,
    { path: "^migration/" },
    { path: "^shop/[^/]+/", pathNot: `^shop/(${belowMigration.map(filesOf).join("|")})` },
  ),
  forbid(
    "migration-apart",
    "the shop runs without the importer of the old shop",
    { path: "^(shop|platform|api)/" },
    { path: "^migration/" },
  ),
  forbid(
    "rule-npm",
    "of other people's packages a rule uses zod alone",
    { path: `^(shop|migration)/.*${RULE}`, pathNot: SERVER_FILE },
    npmExcept("zod"),
  ),
  forbid(
    "rule-node",
    "a rule runs in the browser too",
    { path: `^(shop|migration)/.*${RULE}`, pathNot: SERVER_FILE },
    { dependencyTypes: ["core"] },
  ),
  forbid(
    "rule-pure",
    "a rule knows rules alone",
    { path: `^(shop|migration)/.*${RULE}`, pathNot: SERVER_FILE },
    { path: [SERVER_FILE, "^platform/"] },
  ),
  forbid("shop-inside", "shop/ imports no web/, api/ or server/", { path: "^(shop|migration)/" }, { path: "^(web|api|server)/" }),

  forbid(
    "platform-below",
    "the platform knows nothing of the shop",
    { path: "^platform/", pathNot: "^platform/provides\\.ts$" },
    { path: "^(shop|migration|web|api|server)/" },
  ),
  forbid(
    "provides-types",
    "the one list of all services names the shop's caches by their type",
    { path: "^platform/provides\\.ts$" },
    { path: "^(shop|migration|web|api|server)/", dependencyTypesNot: ["type-only"] },
  ),

  forbid(
    "messages-alone",
    "messages/ are texts and how they are filled in, no more",
    { path: "^messages/" },
    { path: "^(shop|migration|platform|web|api|server)/" },
  ),

  forbid(
    "shop-says-keys",
    "the shop answers with keys; the door makes the sentence in the visitor's language",
    { path: "^shop/", pathNot: "^shop/(emails/|stored-text\\.ts$)" },
    { path: "^messages/", dependencyTypesNot: ["type-only"] },
  ),

  forbid(
    "ui-alone",
    "ui/ knows nothing but ui/",
    { path: "^web/ui/" },
    { path: "^(messages|shop|migration|platform|web|api|server)/", pathNot: "^web/ui/" },
  ),
  forbid(
    "ui-npm",
    "ui/ stands on React, its router's links and the primitives",
    { path: "^web/ui/" },
    npmExcept("react", "react-dom", "react-router"),
  ),
  forbid("ui-node", "ui/ runs in the browser", { path: "^web/ui/" }, { dependencyTypes: ["core"] }),
  forbid(
    "parts-small",
    "parts/ is made of ui/, rules and the files directly in web/",
    { path: "^web/parts/" },
    { path: "^(migration|platform|api|server|web/[^/]+)/", pathNot: "^web/(parts|ui)/" },
  ),
  forbid("parts-no-server-file", "parts/ are shown in the browser: no .server files", { path: "^web/parts/" }, { path: SERVER_FILE }),
  forbid(
    "area-alone",
    "an area of web/ does not reach into another",
    { path: `^web/(${AREAS})/` },
    { path: `^web/(${AREAS})/`, pathNot: "^web/$1/" },
  ),
  forbid("web-api", "web/ imports no api/ or server/", { path: "^web/" }, { path: "^(api|server)/" }),
  forbid(
    "web-platform",
    "of the platform web/ knows what it provides, no more",
    { path: "^web/" },
    { path: "^platform/", pathNot: "^platform/provides\\.ts$" },
  ),
  forbid("web-tables", "no SQL in web/", { path: "^web/" }, { path: TABLES }),

  forbid("api-doors", "api/ imports no web/ or server/", { path: "^api/" }, { path: "^(web|server)/" }),
  forbid(
    "api-platform",
    "of the platform api/ knows what it provides, no more",
    { path: "^api/" },
    { path: "^platform/", pathNot: "^platform/provides\\.ts$" },
  ),
  forbid("api-tables", "no SQL in api/", { path: "^api/" }, { path: TABLES }),

  forbid(
    "decoder-alone",
    "pictures are decoded by the decoder, a process of its own: nobody else loads the image library",
    { path: "^(shop|migration|platform|web|api|server)/", pathNot: [DECODER, "^server/entry\\.ts$"] },
    { path: ["(^|/)node_modules/sharp/", DECODER], dependencyTypesNot: ["type-only"] },
  ),
  forbid("nobody-the-key", "nobody imports server/", { pathNot: "^(server|tests|bench)/" }, { path: "^server/" }),
];

/**
 * TypeScript 7 has no JavaScript API: without `swc` no TypeScript file would be parsed and every
 * rule would pass.
 */
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
