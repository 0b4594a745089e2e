import { readFileSync } from "node:fs";
import { Pool } from "pg";
import { createElement } from "react";

export const dynamic = "force-dynamic";

const pages = new Map();
const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 4 });

/** Two reads, as every page makes at least, and the elements of the shop's page, without its scripts. */
export default async function Page({ params }) {
  const path = `/${(await params).path.join("/")}`;
  await Promise.all([
    pool.query("select * from shop_settings"),
    pool.query("select * from orders where request_code = $1", [path.split("/").at(-1)]),
  ]);
  if (pages.size === 0) for (const [at, page] of Object.entries(JSON.parse(readFileSync(process.env.PAGES, "utf8")))) pages.set(at, page);
  return pages.get(path).map(element);
}

function element(branch, key) {
  if (typeof branch === "string") return branch;
  return createElement(branch.tag, { key, ...branch.properties }, ...branch.inside.map(element));
}
