import { stylesCookie } from "../shops/returning-visitor.ts";

/**
 * A page or call that is made for each visitor. `oneIn`: it must be answered at least at 1/x of the
 * rate of a hello world. `htmlKb` limits its HTML, `databaseMs` the processor time of PostgreSQL.
 */
export type PersonalPage = { name: string; path: string; cookie?: string; oneIn: number; htmlKb?: number; databaseMs: number };

/** Who asks for the pages, with their cookies, and an approved order of the buyer. */
export type Visitors = { buyer: string; admin: string; requestCode: string };

/** The pages and calls whose speed is promised, each with its bounds. */
export function personalPages({ buyer, admin, requestCode }: Visitors): PersonalPage[] {
  const order = { path: `/order-status/${requestCode}`, oneIn: 90, htmlKb: 30, databaseMs: 1 };
  const adminList = { cookie: admin, oneIn: 200, htmlKb: 120, databaseMs: 1 };
  const forStrangers = { oneIn: 100, databaseMs: 1 };
  return [
    { name: "order page, a stranger", ...order },
    { name: "order page, its buyer", ...order, cookie: buyer },
    { name: "order page's .data", path: `${order.path}.data`, cookie: buyer, oneIn: 30, databaseMs: 1 },
    { name: "/account", path: "/account", cookie: buyer, oneIn: 150, htmlKb: 120, databaseMs: 1 },
    { name: "/admin/orders", path: "/admin/orders", ...adminList },
    { name: "/admin/products", path: "/admin/products", ...adminList },
    { name: "/admin/orders/processed", path: "/admin/orders/processed", ...adminList },
    { name: "/products?q=account", path: "/products?q=account", ...forStrangers },
    { name: "/login", path: "/login", ...forStrangers },
    { name: "/contact", path: "/contact", ...forStrangers },
    { name: "GET /api/orders/{code}", path: `/api/orders/${requestCode}`, cookie: buyer, oneIn: 15, databaseMs: 0.5 },
    { name: "GET /api/products", path: "/api/products", cookie: admin, oneIn: 20, databaseMs: 0.5 },
    { name: "GET /api/admin/orders", path: "/api/admin/orders", cookie: admin, oneIn: 40, databaseMs: 0.5 },
    { name: "GET /api/account/orders", path: "/api/account/orders", cookie: buyer, oneIn: 40, databaseMs: 0.5 },
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
export async function readPage(address: string, page: Pick<PersonalPage, "path" | "cookie">, headers = headersOf(page)): Promise<string> {
  const answer = await fetch(address + page.path, { headers, redirect: "manual" });
  if (answer.status !== 200) throw new Error(`${page.path} was answered ${answer.status}`);
  return answer.text();
}
