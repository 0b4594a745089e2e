import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { cruise, type ICruiseResult } from "dependency-cruiser";
import { afterAll, beforeAll, expect, test } from "vitest";
import { forbidden, options } from "./import-rules.ts";

const folders = ["messages", "shop", "migration", "platform", "web", "api", "server"];

/** Imports that break a rule, each with the rule that must catch it. */
const wrong = [
  ["shop/orders/a.ts", "#shop/orders/gone.ts", "found"],
  ["shop/orders/circle-back.ts", "./circle.ts", "no-circle"],
  ["shop/orders/b.ts", "#tests/support/shop/shop.ts", "no-tests"],
  ["shop/shipping/c.ts", "zod", "word-known"],
  ["shop/d.ts", "#shop/orders/rule.ts", "shop-words-below"],
  ["shop/catalogue/e.ts", "#shop/stock/rule.ts", "word-catalogue"],
  ["shop/accounts/f.server.ts", "#shop/orders/command.server.ts", "word-accounts"],
  ["shop/payments/g.ts", "#shop/catalogue/rule.ts", "word-payments"],
  ["shop/settings/h.ts", "#shop/accounts/rule.ts", "word-settings"],
  ["shop/pages/ha.ts", "#shop/orders/rule.ts", "word-pages"],
  ["shop/stock/i.ts", "#shop/orders/rule.ts", "word-stock"],
  ["shop/emails/sending/j.ts", "#shop/export/rule.ts", "word-emails/sending"],
  ["shop/orders/k.ts", "#shop/export/rule.ts", "word-orders"],
  ["shop/backups/ka.ts", "#shop/export/rule.ts", "word-backups"],
  ["shop/secret/kb.ts", "#shop/export/rule.ts", "word-secret"],
  ["shop/rows/kd.ts", "#shop/export/rule.ts", "word-rows"],
  ["shop/waitlist/ki.ts", "#shop/orders/rule.ts", "word-waitlist"],
  ["shop/webhooks/kc.ts", "#shop/orders/rule.ts", "word-webhooks"],
  ["shop/push/kj.ts", "#shop/orders/rule.ts", "word-push"],
  ["shop/accounts/ke.ts", "#shop/accounts/profile/rule.ts", "word-accounts"],
  ["migration/kf.ts", "#shop/export/rule.ts", "migration-words"],
  ["shop/orders/kg.ts", "#migration/rule.ts", "migration-apart"],
  ["shop/orders/l.ts", "react", "rule-npm"],
  ["shop/orders/m.ts", "node:fs", "rule-node"],
  ["shop/orders/n.ts", "./command.server.ts", "rule-pure"],
  ["shop/orders/o.ts", "#platform/provides.ts", "rule-pure"],
  ["shop/orders/p.server.ts", "#web/context.ts", "shop-inside"],
  ["platform/q.server.ts", "#shop/orders/rule.ts", "platform-below"],
  ["platform/provides.ts", "#shop/orders/rule.ts", "provides-types"],
  ["messages/qa.ts", "#shop/orders/rule.ts", "messages-alone"],
  ["shop/orders/qb.server.ts", "#messages/languages.ts", "shop-says-keys"],
  ["web/ui/r.tsx", "#shop/orders/rule.ts", "ui-alone"],
  ["web/ui/s.tsx", "#web/parts/part.tsx", "ui-alone"],
  ["web/ui/t.tsx", "zod", "ui-npm"],
  ["web/ui/ta.tsx", "node:fs", "ui-node"],
  ["web/parts/u.tsx", "#web/admin/page.tsx", "parts-small"],
  ["web/parts/v.tsx", "#shop/orders/command.server.ts", "parts-no-server-file"],
  ["web/storefront/w.tsx", "#web/admin/page.tsx", "area-alone"],
  ["web/storefront/x.server.ts", "#platform/database.server.ts", "web-platform"],
  ["web/storefront/y.tsx", "#shop/orders/tables.server.ts", "web-tables"],
  ["web/z.ts", "#server/http/app.ts", "web-api"],
  ["web/za.ts", "#platform/database.server.ts", "web-platform"],
  ["api/zb.ts", "#web/context.ts", "api-doors"],
  ["api/zc.ts", "#platform/database.server.ts", "api-platform"],
  ["api/zd.ts", "#shop/orders/tables.server.ts", "api-tables"],
  ["api/ze.ts", "#server/http/app.ts", "nobody-the-key"],
  ["shop/payments/zf.server.ts", "sharp", "decoder-alone"],
  ["server/zg.ts", "#platform/pictures/see-picture.server.ts", "decoder-alone"],
] as const;

/** Imports that the rules allow. */
const right = [
  ["shop/orders/aa.ts", "zod"],
  ["shop/orders/ab.ts", "#shop/stock/rule.ts"],
  ["shop/orders/ac.server.ts", "#platform/database.server.ts"],
  ["shop/orders/ad.server.ts", "node:crypto"],
  ["shop/stock/ae.server.ts", "#shop/catalogue/rule.ts"],
  ["shop/accounts/profile/af.ts", "#shop/orders/rule.ts"],
  ["migration/ag.ts", "#shop/orders/rule.ts"],
  ["shop/emails/agg.ts", "#messages/languages.ts"],
  ["web/ui/af.tsx", "react"],
  ["web/parts/ag.tsx", "#web/ui/button.tsx"],
  ["web/admin/ah.tsx", "#shop/orders/command.server.ts"],
  ["web/admin/ai.tsx", "#web/parts/part.tsx"],
  ["web/admin/aj.tsx", "#web/context.ts"],
  ["web/admin/ajj.server.ts", "#platform/provides.ts"],
  ["api/ak.ts", "#shop/orders/command.server.ts"],
  ["api/al.ts", "#platform/provides.ts"],
  ["server/am.ts", "#web/context.ts"],
  ["platform/pictures/see-picture.server.ts", "sharp"],
] as const;

const targets = [
  "shop/orders/rule.ts",
  "shop/orders/command.server.ts",
  "shop/orders/tables.server.ts",
  "shop/stock/rule.ts",
  "shop/catalogue/rule.ts",
  "shop/accounts/rule.ts",
  "shop/accounts/profile/rule.ts",
  "migration/rule.ts",
  "shop/export/rule.ts",
  "messages/languages.ts",
  "platform/provides.ts",
  "platform/database.server.ts",
  "platform/pictures/see-picture.server.ts",
  "web/context.ts",
  "web/ui/button.tsx",
  "web/parts/part.tsx",
  "web/admin/page.tsx",
  "server/http/app.ts",
  "tests/support/shop/shop.ts",
];

let folder: string;
let broken: ICruiseResult;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "trackside-imports-"));
  const write = async (file: string, text: string) => {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(path.join(folder, file), text);
  };
  const imports = Object.fromEntries([...folders, "tests"].map((name) => [`#${name}/*`, `./${name}/*`]));
  await write("package.json", JSON.stringify({ name: "broken", type: "module", imports }));
  await symlink(path.resolve("node_modules"), path.join(folder, "node_modules"));
  for (const file of targets) await write(file, "export const nothing = null;\n");
  for (const [file, wanted] of [...wrong, ...right]) await write(file, `import "${wanted}";\n`);
  await write("shop/orders/circle.ts", 'import "./circle-back.ts";\n');
  await write("shop/orders/type-only.ts", 'import type { nothing } from "#platform/provides.ts";\nexport type N = typeof nothing;\n');
  broken = await cruiseIn(folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test("every import of the shop follows the table and the word graph", async () => {
  const result = await cruiseIn(path.resolve("."));
  expect(result.summary.violations.map(({ from, to, rule }) => `${from} → ${to}: ${rule.name}`)).toEqual([]);
  expect(result.modules.map(({ source }) => source)).toEqual(expect.arrayContaining(await sources()));
});

test.each(wrong)("%s may not import %s: %s", (file, _wanted, rule) => {
  expect(rulesBrokenBy(file)).toContain(rule);
});

test.each(right)("%s may import %s", (file) => {
  expect(rulesBrokenBy(file)).toEqual([]);
});

test("a type counts as an import", () => {
  expect(rulesBrokenBy("shop/orders/type-only.ts")).toEqual(["rule-pure"]);
});

test("every rule is tested", () => {
  const tested = new Set<string>(wrong.map(([, , rule]) => rule));
  const untested = forbidden.map(({ name }) => name).filter((name) => !tested.has(name));
  expect(untested).toEqual([
    "word-audit",
    "word-outbox",
    "word-emails",
    "word-pictures",
    "word-contact",
    "word-ledger",
    "word-emails/reading",
    "word-accounts/customers",
    "word-accounts/profile",
    "word-stock/ids/reading",
    "word-stock/products/deletion",
    "word-verify",
    "word-export",
    "word-api-keys",
    "word-metrics",
  ]);
});

function rulesBrokenBy(file: string): string[] {
  return broken.summary.violations.filter(({ from }) => from === file).map(({ rule }) => rule.name);
}

async function cruiseIn(baseDir: string): Promise<ICruiseResult> {
  const { output } = await cruise(folders, { ...options, baseDir, validate: true, ruleSet: { forbidden } });
  if (typeof output === "string") throw new Error(output);
  return output;
}

async function sources(): Promise<string[]> {
  const files = await Promise.all(folders.map(async (name) => (await readdir(name, { recursive: true })).map((file) => `${name}/${file}`)));
  return files.flat().filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\+types\//.test(file));
}
