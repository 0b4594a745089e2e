import { afterAll, beforeAll, expect, test } from "vitest";
import { askingFor } from "#tests/doors/asking.ts";
import { type BusyShop, ORIGIN, openBusyShop, type Place } from "#tests/doors/busy-shop.ts";
import { permissions, type Row } from "#tests/doors/permissions.ts";
import { htmlFaults } from "#tests/support/web/html-faults.ts";

let shop: BusyShop;
let place: Place;
let written: number;

beforeAll(async () => {
  shop = await openBusyShop();
  await furnish();
});
afterAll(() => shop.close());

/** A busy shop with one product with an uploaded picture and one with an external picture. */
async function furnish(): Promise<void> {
  const made = await shop.furnish();
  const { $client } = shop.shop.services.db;
  const uploaded = `/product-images/${"a".repeat(48)}.webp`;
  await $client.query("update products set image = $2 where id = $1", [made.productId, uploaded]);
  await $client.query("update products set image = 'https://pictures.example/a.png' where id = $1", [made.spareId]);
  place = made;
  written = await shop.writes();
}

/** Visitors who see different pages. */
const readers = ["guest", "buyer", "admin", "mfaPending"] as const;

/**
 * Which tag follows which on a page, with the names of their attributes. More rows of the same kind
 * make no difference.
 */
function pairsOf(html: string): string[] {
  const bare = html.replace(/<script[\s\S]*?<\/script>/g, "").replace(/="[^"]*"/g, "");
  const tags = bare.match(/<[^>]+>/g) ?? [];
  return tags.map((tag, at) => (tags[at - 1] ?? "") + tag);
}

/** The ids that occur more than once on a page. */
function repeatedIds(html: string): string[] {
  const ids = [...html.matchAll(/<[^>]* id="([^"]*)"/g)].map(([, id = ""]) => id);
  return ids.filter((id, at) => ids.indexOf(id) < at);
}

/**
 * The full pages that a call answers: opened, and as a form posted without script, empty and filled
 * in.
 */
async function pagesOf(call: string, row: Row): Promise<Map<string, string>> {
  const pages = new Map<string, string>();
  const isRead = call.startsWith("GET ");
  for (const who of readers)
    for (const form of isRead ? [row] : [{ ...row, sends: undefined }, row]) {
      const { path, init } = askingFor(call, form, { place, routes: shop.routes });
      const page = path === "/_.data" ? "/" : path.replace(/\.data$/, "");
      const answer = await shop.visit(who, page, { ...init, origin: isRead ? null : ORIGIN });
      await shop.restore(who);
      if (!answer.headers.get("content-type")?.startsWith("text/html")) continue;
      pages.set(`${call} for ${who}, ${form.sends ? "filled in" : "empty"}: ${answer.status}`, await answer.text());
    }
  if ((await shop.writes()) !== written) await furnish();
  return pages;
}

test("[S2.37] every page, opened and refused, is valid HTML", async () => {
  const seen = new Set<string>();
  const found: Record<string, string[]> = {};
  let validated = 0;
  for (const [call, row] of Object.entries(permissions)) {
    if (call.includes(" /api/") && call !== "GET /api/docs") continue;
    for (const [what, html] of await pagesOf(call, row)) {
      const pairs = pairsOf(html);
      const isNew = pairs.some((pair) => !seen.has(pair));
      for (const pair of pairs) seen.add(pair);
      const faults = [...repeatedIds(html), ...(isNew ? await htmlFaults(html) : [])];
      if (faults.length > 0) found[what] = faults;
      if (isNew) validated += 1;
    }
  }
  expect(found).toEqual({});
  expect(validated).toBeGreaterThan(50);
}, 240_000);

const faulty = {
  "a div in a dl without dd": "<dl><div><dt>Price</dt></div></dl>",
  "a div in a dl without dt": "<dl><div><dd>5</dd></div></dl>",
  "a dl without dd": "<dl><dt>Price</dt></dl>",
  "sizes without srcset": '<img src="/a.png" alt="" sizes="3rem">',
  "aria-expanded beside popovertarget":
    '<button type="button" popovertarget="m" aria-expanded="true">a</button><div id="m" popover="auto">b</div>',
  "a form inside a span": '<span><form action="/a"></form></span>',
  "a dialog inside a span": "<span><dialog>a</dialog></span>",
  "a div inside a paragraph": "<p><div>a</div></p>",
  "an id twice": '<p id="a"></p><p id="a"></p>',
  "a role that the element has": '<ul role="list"><li>a</li></ul>',
};

test.each(Object.entries(faulty))("%s is found", async (_, body) => {
  const html = `<!DOCTYPE html><html lang="en"><head><title>A</title></head><body>${body}</body></html>`;
  expect(await htmlFaults(html)).not.toEqual([]);
});

test("a valid page has no fault", async () => {
  const body = "<dl><div><dt>Price</dt><dd>5</dd></div></dl><dl><dt>Price</dt><dd>5</dd><dd>6</dd></dl><dl></dl>";
  expect(await htmlFaults(`<!DOCTYPE html><html lang="en"><head><title>A</title></head><body>${body}</body></html>`)).toEqual([]);
});
