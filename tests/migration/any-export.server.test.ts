import fc from "fast-check";
import { expect, test, vi } from "vitest";
import type { Admin } from "#shop/accounts/visitor.ts";
import { approveOrder } from "#shop/orders/decisions/approve/approve-order.server.ts";
import { rejectOrder } from "#shop/orders/decisions/reject/reject-order.server.ts";
import { everyRow } from "#tests/support/database/every-row.ts";
import { anOldExport, importExport, rowsIn } from "#tests/support/old-shop/old-export.ts";
import { faultsOf } from "#tests/support/shop/books.ts";
import { anAdmin } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";

vi.setConfig({ testTimeout: 240_000 });

/** Every row of the shop, except the records of the imports themselves. */
async function shopRows(shop: TestShop): Promise<Record<string, string[]>> {
  const rows = Object.entries(await everyRow(shop.databaseUrl));
  return Object.fromEntries(rows.filter(([table]) => !table.startsWith("old_shop_import") && table !== "audit_entries"));
}

async function inAShop(work: (shop: TestShop) => Promise<void>): Promise<void> {
  const shop = await openTestShop();
  try {
    await work(shop);
  } finally {
    await shop.close();
  }
}

async function countOrders({ services }: TestShop): Promise<number> {
  const { rows } = await services.db.$client.query<{ n: number }>("select count(*)::integer as n from orders");
  return rows[0]?.n ?? 0;
}

test("any export comes in whole as its preview said, verify finds nothing wrong, and a second time nothing comes in", async () => {
  await fc.assert(
    fc.asyncProperty(anOldExport, (old) =>
      inAShop(async (shop) => {
        const empty = await shopRows(shop);
        const preview = await importExport(shop, old, { isPreview: true });
        expect(await shopRows(shop)).toEqual(empty);
        const { summary } = await importExport(shop, old);
        expect(summary).toEqual(preview.summary);
        expect(await faultsOf(shop)).toEqual([]);

        const reported = summary.counts.filter(({ kind }) => kind !== "other").reduce((sum, { rows }) => sum + rows, 0);
        expect(reported).toBeGreaterThanOrEqual(rowsIn(old));
        const orders = (side: "there" | "here") => summary.sums.reduce((sum, { [side]: { orders } }) => sum + orders, 0);
        expect(orders("here")).toBe(orders("there"));
        expect(await countOrders(shop)).toBe(orders("here"));

        const full = await shopRows(shop);
        await importExport(shop, old);
        expect(await shopRows(shop)).toEqual(full);
      }),
    ),
    { numRuns: Number(process.env.RUNS ?? 5), endOnFailure: true },
  );
});

test("a newer export against a shop that lives: nothing that was decided here is undone, and verify finds nothing wrong", async () => {
  await fc.assert(
    fc.asyncProperty(anOldExport, anOldExport, fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }), (old, newer, decisions) =>
      inAShop(async (shop) => {
        await importExport(shop, old);
        const admin = await anAdmin(shop);
        const decided = await decide(shop, admin, decisions);
        await importExport(shop, { ...newer, requests: { ...(old.requests as object), ...(newer.requests as object) } });
        expect(await faultsOf(shop)).toEqual([]);
        expect(await statusesOf(shop, [...decided.keys()])).toEqual(decided);
      }),
    ),
    { numRuns: Number(process.env.RUNS ?? 5), endOnFailure: true },
  );
});

/** Approves or rejects the first pending orders, and returns the new status of each. */
async function decide(shop: TestShop, admin: Admin, decisions: boolean[]): Promise<Map<string, string>> {
  const { rows } = await shop.services.db.$client.query<{ code: string; quantity: number }>(
    "select request_code as code, quantity from orders where status = 'pending' order by created_at, id limit $1",
    [decisions.length],
  );
  for (const [index, { code, quantity }] of rows.entries()) {
    const ids = Array.from({ length: quantity }, () => crypto.randomUUID());
    if (decisions[index])
      await approveOrder(shop.services, admin, code, { ids, faulty: [], downloadLink: null, confirmed: true, idsConfirmed: true });
    else await rejectOrder(shop.services, admin, code, { reason: "No" });
  }
  return statusesOf(
    shop,
    rows.map(({ code }) => code),
  );
}

async function statusesOf({ services }: TestShop, codes: string[]): Promise<Map<string, string>> {
  const { rows } = await services.db.$client.query<{ code: string; status: string }>(
    "select request_code as code, status from orders where request_code = any($1) and status <> 'pending' order by 1",
    [codes],
  );
  return new Map(rows.map(({ code, status }) => [code, status]));
}
