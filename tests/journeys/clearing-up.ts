import { type APIRequestContext, expect } from "@playwright/test";
import { MESSAGES_OF_ORDER_MAX } from "#shop/orders/constants.ts";
import { NEIGHBOURS } from "./neighbours.ts";

/** How a shop is before a journey, as far as journeys change it and can take it back. */
export type Start = Awaited<ReturnType<typeof startOf>>;

export async function startOf(api: APIRequestContext) {
  return { ...(await lookAround(api)), pending: await pendingOrders(api) };
}

/**
 * Makes a shop as it was at the start, whether the journey passed or not: its settings and payment
 * methods; and what is new is hidden, rejected or answered, because a list shows one page, which
 * must have room for what the next journey makes.
 */
export async function clearUp(api: APIRequestContext, currentPassword: string, start: Start): Promise<void> {
  const { settings, methods, onSale, waiting } = await lookAround(api);
  if (!isSame(settings, start.settings)) await put(api, "settings", { ...start.settings, currentPassword });
  if (!isSame(methods.upi, start.methods.upi)) await put(api, "payment-methods/upi", { ...start.methods.upi, currentPassword });
  for (const { name, isOn, settings } of methods.providers.filter(({ isOn }) => isOn))
    await put(api, `payment-methods/${name}`, { ...settings, isOn: !isOn, currentPassword });

  for (const id of onSale.filter((one) => !start.onSale.includes(one)))
    await post(api, `/admin/products/${id}/visibility`, { form: { visible: "no" }, maxRedirects: 0 });
  if (waiting.pending > start.waiting.pending) {
    const left = (await pendingOrders(api)).filter((code) => !start.pending.includes(code));
    for (const code of left) await endOrder(api, code);
  }
  if (waiting.messages > start.waiting.messages) await answerMessages(api);
}

type Methods = { upi: object; providers: { name: string; isOn: boolean; settings: object }[] };

async function lookAround(api: APIRequestContext) {
  const [{ changedAt: _, ...settings }, methods, catalogue, waiting] = await Promise.all([
    read<{ changedAt: string }>(api, "/api/admin/settings"),
    read<Methods>(api, "/api/admin/payment-methods"),
    read<object>(api, "/products_database/products.json"),
    read<{ pending: number; messages: number }>(api, "/admin/waiting"),
  ]);
  return { settings, methods, onSale: Object.keys(catalogue), waiting };
}

async function pendingOrders(api: APIRequestContext): Promise<string[]> {
  const codes: string[] = [];
  for (let after: string | null = ""; after !== null; ) {
    const path: string = `/api/admin/orders?${new URLSearchParams({ status: "pending", ...(after && { after }) })}`;
    const { orders, next }: { orders: { requestCode: string }[]; next: string | null } = await read(api, path);
    codes.push(...orders.map(({ requestCode }) => requestCode));
    after = next;
  }
  return codes;
}

/** Answers what the neighbours did not write. */
async function answerMessages(api: APIRequestContext): Promise<void> {
  const list = await (await api.get("/admin/messages")).text();
  for (const card of list
    .split("<article")
    .slice(1)
    .filter((one) => !one.includes(NEIGHBOURS))) {
    const [, id] = /id="from-([^"]+)"/.exec(card) ?? [];
    const [, code] = /id="about-([^"]+)"/.exec(card) ?? [];
    if (id) await post(api, `/admin/messages/${id}/handling`, { form: { handled: "true" }, maxRedirects: 0 });
    if (code) await post(api, `/admin/orders/${code}/no-answer-needed`, { form: { seen: MESSAGES_OF_ORDER_MAX }, maxRedirects: 0 });
  }
}

async function read<T>(api: APIRequestContext, path: string): Promise<T> {
  const answer = await api.get(path);
  expect(answer.ok(), `${path} was answered with ${answer.status()}`).toBe(true);
  return answer.json() as Promise<T>;
}

/** Rejects an order, unless it ended by itself meanwhile. */
async function endOrder(api: APIRequestContext, code: string): Promise<void> {
  const answer = await api.post(`/api/admin/orders/${code}/rejection`, { data: { reason: "The journey is over" } });
  expect([200, 409], `${code}: ${await answer.text()}`).toContain(answer.status());
}

/** Sends a form or JSON; a page answers a form with a redirect. */
async function post(api: APIRequestContext, path: string, sent: Parameters<APIRequestContext["post"]>[1]): Promise<void> {
  const answer = await api.post(path, sent);
  expect(answer.status(), `${path}: ${await answer.text()}`).toBeLessThan(400);
}

async function put(api: APIRequestContext, what: string, data: object): Promise<void> {
  const answer = await api.put(`/api/admin/${what}`, { data });
  expect(answer.ok(), await answer.text()).toBe(true);
}

const isSame = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other);
