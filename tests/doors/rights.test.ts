import { afterAll, beforeAll, expect, test } from "vitest";
import { type AskedRight, includesRight, type Right, rightNames, rightTexts } from "#shop/rights.ts";
import { english } from "#tests/support/english.ts";
import { rightOfPage } from "#web/page-rights.ts";
import { askingFor, textOf } from "./asking.ts";
import { type BusyShop, ORIGIN, openBusyShop, type Place } from "./busy-shop.ts";
import { type Needs, permissions, type Row } from "./permissions.ts";

let shop: BusyShop;
let place: Place;
let written: number;
/** Helpers, by their rights. */
const helpers = new Map<string, { cookie: string }>();

beforeAll(async () => {
  shop = await openBusyShop();
  await furnish();
});
afterAll(() => shop.close());

async function furnish(): Promise<void> {
  place = await shop.furnish();
  written = await shop.writes();
}

/** Calls as a helper with these rights; the helper is made at the first call. */
async function ask(rights: readonly Right[], call: string, row: Row): Promise<Response> {
  const name = rights.join();
  const helper = helpers.get(name) ?? (await shop.aHelper(rights));
  if (!helpers.has(name)) written = await shop.writes();
  helpers.set(name, helper);
  const { path, init } = askingFor(call, row, { place, routes: shop.routes });
  return shop.visit(helper, path, { ...init, origin: call.startsWith("GET") ? null : ORIGIN });
}

/** All rights but this one and those that include it. */
const allBut = (right: AskedRight) => rightNames.filter((one) => !includesRight([one], right));

/** What the last 4 characters do not tell of an ID of this shop, and of the gift card codes. */
const WHOLE_ID = /ID-zq7qz7-/i;
const WHOLE_CODE = /ZQ7QZ7CARD/i;

/** What answers with whole IDs to a helper who may see them and has not pressed *Show*: it records that itself. */
const DOWNLOAD = "GET /admin/products/:productId/ids.txt";

/** An answer has whole IDs and codes only for those who may see them, and of IDs not before *Show*. [S13.4] [S13.6] */
function expectMasked(rights: readonly Right[], text: string, call: string): void {
  if (!rights.includes("see-ids") || call !== DOWNLOAD) expect(text).not.toMatch(WHOLE_ID);
  if (!rights.includes("handle-money")) expect(text).not.toMatch(WHOLE_CODE);
}

const ofPeople = Object.entries(permissions).flatMap(([call, row]) => (row.needs === undefined ? [] : [{ call, row, needs: row.needs }]));

test("[S13.2] every call of the admin area says which right it asks for, and each right opens some", () => {
  const silent = Object.keys(permissions).filter((call) => / \/(api\/)?admin(\/|$)/.test(call) && permissions[call]?.needs === undefined);
  expect(silent).toEqual(["GET /admin/login", "POST /admin/login"]);
  const asked = new Set(ofPeople.flatMap(({ needs }) => needs ?? []));
  expect([...rightNames, "own-shop"].filter((right) => !asked.has(right as AskedRight))).toEqual([]);
});

test.each(ofPeople)(
  "[S13.1] [S13.2] $call is refused to who lacks its right alone, and open to who has it alone",
  async ({ call, row, needs }) => {
    const rights = [needs ?? []].flat();
    for (const right of rights) {
      const answer = await ask(allBut(right), call, row);
      const text = await textOf(answer);
      expectMasked(allBut(right), text, call);
      const isOfAdmins = / \/(api\/)?admin\//.test(call);
      expect([right, answer.status]).toEqual([right, isOfAdmins ? 403 : row.answers[3]]);
      if (isOfAdmins) expect(text).toContain(english(rightTexts[right]));
      expect(await shop.writes(), `without ${right} it wrote`).toBe(written);
    }
    const granted = rights.filter((right): right is Right => right !== "own-shop" && right !== "read-catalogue");
    if (granted.length < rights.length) return;
    const answer = await ask(granted.length > 0 ? granted : ["see-figures"], call, row);
    expectMasked(granted, await textOf(answer), call);
    expect(answer.status, "with its right alone").toBe(row.answers[5]);
    if ((await shop.writes()) !== written) await furnish();
  },
);

test.each(["see-ids", "handle-money"] as const)(
  "[S13.4] [S13.5] [S13.6] no page, call, stream or download has whole IDs or gift card codes for a helper with every right but %s; with the right to see IDs neither, before Show",
  async (right) => {
    const rights = allBut(right);
    let [read, tails] = [0, 0];
    for (const { call, row, needs } of ofPeople) {
      if (!call.startsWith("GET ") || [needs ?? []].flat().some((one) => one === right || one === "own-shop")) continue;
      const helper = helpers.get(rights.join()) ?? { cookie: "" };
      const { path } = askingFor(call, row, { place, routes: shop.routes });
      const others = path.includes("/ids") && !path.includes("deletion") ? [`${path}?search=${place.deliveredId.slice(12, -1)}`] : [];
      for (const address of [path, path.replace(/\.data$/, ""), ...others]) {
        const text = await textOf(await shop.visit(helper, address));
        expectMasked(rights, text, call);
        read += 1;
        tails += text.includes(`••••${place.deliveredId.slice(-4)}`) || text.includes("••••0001") ? 1 : 0;
      }
    }
    expect([read > 80, tails > 2], "pages were read, and had what is left of an ID or a code").toEqual([true, true]);
    written = await shop.writes();
  },
);

test("[S13.4] a search finds a whole ID, and its parts only with the right to see IDs", async () => {
  const search = (rights: readonly Right[], words: string) =>
    ask(rights, `GET /admin/products/:productId/ids`, {
      answers: [0, 0, 0, 0, 0, 0],
      about: () => ({ productId: `${place.productId}` }),
    }).then(() =>
      shop.visit(
        helpers.get(rights.join()) ?? { cookie: "" },
        `/admin/products/${place.productId}/ids.data?search=${encodeURIComponent(words)}`,
      ),
    );
  const tail = `••••${place.deliveredId.slice(-4)}`;
  expect(await textOf(await search(["manage-stock"], place.deliveredId))).toContain(tail);
  expect(await textOf(await search(["manage-stock"], place.deliveredId.slice(12, -4)))).not.toContain(tail);
  expect(await textOf(await search(["manage-stock", "see-ids"], place.deliveredId.slice(12, -4)))).toContain(tail);
});

test("[S13.6] a helper with the right to see IDs presses Show on an order and a product, without script, and reads that one whole", async () => {
  const helper = await shop.aHelper(["read-orders", "manage-stock", "see-ids"]);
  const read = async (path: string) => textOf(await shop.visit(helper, path));
  for (const page of [`/admin/orders/${place.approvedCode}`, `/admin/products/${place.productId}/ids`]) {
    const before = await read(page);
    expect(before).not.toMatch(WHOLE_ID);
    expect(before).toContain(`action="${page}/shown-ids"`);
    const pressed = await shop.visit(helper, `${page}/shown-ids`, { method: "POST", origin: ORIGIN, body: new URLSearchParams() });
    expect(await textOf(pressed)).toMatch(WHOLE_ID);
    for (const address of [page, `${page}.data`]) expect(await read(address)).toMatch(WHOLE_ID);
    expect(await read(page)).not.toContain("/shown-ids");
  }
  expect(await read(`/admin/orders/${place.requestCode}`), "another order").not.toMatch(WHOLE_ID);
  written = await shop.writes();
});

/** What a form without its own parts asks for: IDs that nobody typed need no right to see IDs. [S13.5] */
const withoutTypedIds: Record<string, Needs> = { "POST /admin/orders/:requestCode/approval": "decide-orders" };

/** The calls of the admin area that the links and forms of a page make. */
function callsOf(html: string): string[] {
  const address = (text: string) => text.replaceAll("&amp;", "&").replace(/[?#].*/, "");
  const links = [...html.matchAll(/<a\s[^>]*?\bhref="(\/admin[^"]*)"/g)].map(([, to = ""]) => `GET ${address(to)}`);
  const forms = [...html.matchAll(/<form\s[^>]*>/g)].flatMap(([tag]) => {
    const action = /\baction="(\/admin[^"]*)"/.exec(tag)?.[1];
    return action === undefined ? [] : [`${/\bmethod="post"/i.test(tag) ? "POST" : "GET"} ${address(action)}`];
  });
  const buttons = [...html.matchAll(/\bformaction="(\/admin[^"]*)"/gi)].map(([, to = ""]) => `POST ${address(to)}`);
  return [...new Set([...links, ...forms, ...buttons])];
}

/** What the table says that a call asks for; the pattern with the fewest parameters is meant. */
function neededFor(call: string): readonly AskedRight[] {
  const fits = (pattern: string) => new RegExp(`^${pattern.replace(/\/:\w+\?/g, "(?:/[^/]+)?").replace(/:\w+/g, "[^/]+")}$`).test(call);
  const names = (pattern: string) => pattern.split(":").length;
  const [pattern] = Object.keys(permissions)
    .filter(fits)
    .sort((a, b) => names(a) - names(b));
  if (!pattern) throw new Error(`no row for ${call}`);
  return [withoutTypedIds[pattern] ?? permissions[pattern]?.needs ?? []].flat();
}

/** Pages that have more to decide than those of the table's addresses, and one that is refused. */
const morePages = ({ requestCode, approvedCode, guestCode }: Place) => [
  `/admin/orders?manage=${requestCode}&order=${guestCode}`,
  `/admin/orders/${approvedCode}`,
  `/admin/orders/${guestCode}`,
  "/admin/money?show=all",
  "/admin/settings",
];

test.each(rightNames)("[S13.9] with %s alone, every link and form of every page leads to what is allowed", async (right) => {
  const isHeld = (asked: readonly AskedRight[]) => asked.every((one) => includesRight([right], one));
  const helper = helpers.get(right) ?? (await shop.aHelper([right]));
  helpers.set(right, helper);
  const opened = ofPeople
    .filter(({ call, needs }) => call.startsWith("GET /admin") && isHeld([needs ?? []].flat()))
    .map(({ call, row }) => askingFor(call, row, { place, routes: shop.routes }).path)
    .filter((path) => path.endsWith(".data"))
    .map((path) => path.replace(/\.data$/, ""));
  let [pages, calls] = [0, 0];
  const wrong = new Set<string>();
  for (const path of [...opened, ...morePages(place)]) {
    const answer = await shop.visit(helper, path);
    const text = await textOf(answer);
    pages += answer.status === 200 ? 1 : 0;
    for (const call of callsOf(text)) {
      calls += 1;
      const ofAddress = rightOfPage(call.split(" ")[1] ?? "");
      if (!isHeld(neededFor(call)) || !isHeld(ofAddress ? [ofAddress] : [])) wrong.add(`${path} leads to ${call}`);
    }
  }
  expect([...wrong]).toEqual([]);
  expect([pages > 5, calls > pages], "pages were read, and had links").toEqual([true, true]);
  written = await shop.writes();
});
