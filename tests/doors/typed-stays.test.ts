import { afterAll, beforeAll, expect, test } from "vitest";
import { type BusyShop, ORIGIN, openBusyShop, type Place } from "./busy-shop.ts";
import { permissions, type Row } from "./permissions.ts";

let shop: BusyShop;
let place: Place;
beforeAll(async () => {
  shop = await openBusyShop();
  place = await shop.furnish();
});
afterAll(() => shop.close());

/** Visitors who may send a form, in the order in which they try. */
const senders = ["admin", "buyer", "guest"] as const;

/**
 * What is typed into a field: no text that the shop can store, so that every form refuses it. A
 * quantity that is no number would be 1.
 */
const typedInto = (name: string) => (name === "quantity" ? "7" : `typed-${name}\0`);

/** The page that refuses a form without script; null if nobody gets one. */
async function refusalOf(path: string, sent: object): Promise<string | null> {
  for (const who of senders) {
    const form = new FormData();
    for (const [name, value] of Object.entries(sent)) form.append(name, typeof value === "string" ? typedInto(name) : value);
    const answer = await shop.visit(who, path, { method: "POST", body: form, origin: ORIGIN });
    await shop.restore(who);
    if (answer.status >= 400 && answer.headers.get("content-type")?.startsWith("text/html")) return answer.text();
  }
  return null;
}

/** The form on a page that is sent to a path; null if there is none. */
function formTo(html: string, path: string): string | null {
  const forms = html.match(/<form\b[\s\S]*?<\/form>/g) ?? [];
  return forms.find((form) => form.includes(` action="${path}"`)) ?? null;
}

/**
 * The fields of a form into which somebody types and whose text may be shown again,
 * with their values.
 */
function textsIn(form: string): Map<string, string> {
  const areas = [...form.matchAll(/<textarea\b([^>]*)>([\s\S]*?)<\/textarea>/g)].map(([, tag = "", value = ""]) => ({ tag, value }));
  const inputs = [...form.matchAll(/<input\b([^>]*)>/g)]
    .map(([, tag = ""]) => ({ tag, value: /\bvalue="([^"]*)"/.exec(tag)?.[1] ?? "" }))
    .filter(({ tag }) => !/\btype="(password|hidden|checkbox|radio|file|date)"/.test(tag));
  return new Map([...areas, ...inputs].map(({ tag, value }) => [/\bname="([^"]*)"/.exec(tag)?.[1] ?? "", value]));
}

/**
 * The fields of a form that was refused into which something had been typed, and those of them that
 * lost it.
 */
async function fieldsOf(call: string, { sends, about }: Row): Promise<{ typed: string[]; lost: string[] }> {
  const known: Record<string, unknown> = { ...place, id: place.productId, name: "none", ...about?.(place) };
  const path = call.replace("POST ", "").replace(/:(\w+)\??/g, (_, name) => String(known[name]));
  const sent = sends?.(place) ?? {};
  const html = await refusalOf(path, sent);
  const shown = textsIn((html && formTo(html, path)) ?? "");
  const typed = [...shown.keys()].filter((name) => typeof Reflect.get(sent, name) === "string");
  return { typed, lost: typed.filter((name) => !shown.get(name)?.includes(typedInto(name).replace("\0", ""))) };
}

test("[S8.3] a form that is refused without script still has what was typed", async () => {
  const allLost: Record<string, string[]> = {};
  let all = 0;
  for (const [call, row] of Object.entries(permissions)) {
    if (!call.startsWith("POST ") || call.includes(" /api/") || !row.sends) continue;
    const { typed, lost } = await fieldsOf(call, row);
    all += typed.length;
    if (lost.length > 0) allLost[call] = lost;
  }
  expect(allLost).toEqual({});
  expect(all).toBeGreaterThan(35);
});
