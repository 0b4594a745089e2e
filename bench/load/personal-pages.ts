import { stylesCookie } from "../shops/returning-visitor.ts";
import type { BareAnswer } from "./yardsticks.ts";

/**
 * A page or call that is made for each visitor. `nextTimes`: it must be answered at least so many
 * times as often as Next.js answers it. `htmlKb` limits its HTML, `databaseMs` the processor time of
 * PostgreSQL.
 */
export type PersonalPage = { name: string; path: string; cookie?: string; nextTimes?: number; htmlKb?: number; databaseMs: number };

/** Who asks for the pages, with their cookies, and an approved order of the buyer. */
export type Visitors = { buyer: string; admin: string; requestCode: string };

/** The pages and calls whose speed is promised, each with its bounds. */
export function personalPages({ buyer, admin, requestCode }: Visitors): PersonalPage[] {
  const order = { path: `/order-status/${requestCode}`, htmlKb: 30, databaseMs: 1 };
  const adminList = { cookie: admin, htmlKb: 120, databaseMs: 1 };
  const forStrangers = { databaseMs: 1 };
  return [
    { name: "order page, a stranger", ...order, nextTimes: 2 },
    { name: "order page, its buyer", ...order, cookie: buyer },
    { name: "order page's .data", path: `${order.path}.data`, cookie: buyer, databaseMs: 1 },
    { name: "/account", path: "/account", cookie: buyer, htmlKb: 120, databaseMs: 1 },
    { name: "/admin/orders", path: "/admin/orders", ...adminList, nextTimes: 1.3 },
    { name: "/admin/products", path: "/admin/products", ...adminList },
    { name: "/admin/orders/processed", path: "/admin/orders/processed", ...adminList },
    { name: "/products?q=account", path: "/products?q=account", ...forStrangers },
    { name: "/login", path: "/login", ...forStrangers },
    { name: "/contact", path: "/contact", ...forStrangers },
    { name: "GET /api/orders/{code}", path: `/api/orders/${requestCode}`, cookie: buyer, databaseMs: 0.5 },
    { name: "GET /api/products", path: "/api/products", cookie: admin, databaseMs: 0.5 },
    { name: "GET /api/admin/orders", path: "/api/admin/orders", cookie: admin, databaseMs: 0.5 },
    { name: "GET /api/account/orders", path: "/api/account/orders", cookie: buyer, databaseMs: 0.5 },
  ];
}

/** The headers that a browser sends for a page, one that has the styles from an earlier visit. */
export function headersOf({ path, cookie = "" }: Pick<PersonalPage, "path" | "cookie">): Record<string, string> {
  const styles = stylesCookie(path.startsWith("/admin/") ? "app" : "shop");
  return { ...firstVisit, cookie: [cookie, styles].filter(Boolean).join("; ") };
}

/** The headers of a browser without any cookie. */
export const firstVisit = { "user-agent": "Mozilla/5.0", "accept-encoding": "br" };

/** Requests a page and reads it. Throws if it was redirected or refused. */
export async function readPage(
  address: string,
  page: Pick<PersonalPage, "path" | "cookie">,
  headers = headersOf(page),
): Promise<BareAnswer> {
  const answer = await fetch(address + page.path, { headers, redirect: "manual" });
  if (answer.status !== 200) throw new Error(`${page.path} was answered ${answer.status}`);
  const isCompressed = answer.headers.get("content-encoding") === "br";
  return { type: answer.headers.get("content-type") ?? "", text: await answer.text(), isCompressed };
}
