import { afterAll, beforeAll, expect, test } from "vitest";
import type { Admin } from "#shop/accounts/visitor.ts";
import { adminByKey } from "#shop/api-keys/api-key.ts";
import { DAY_MS } from "#shop/constants.ts";
import { RefundForm } from "#shop/orders/payment/money-forms.ts";
import { refundPayment } from "#shop/orders/payment/refunds/refund-payment.server.ts";
import { anAdmin } from "#tests/support/shop/builders.ts";
import { settled, someMoney } from "#tests/support/shop/payments.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";

let shop: TestShop;
let admin: Admin;
beforeAll(async () => {
  shop = await openTestShop();
  admin = await anAdmin(shop);
});
afterAll(() => shop.close());

const aKey = (id: string, refundsADayPaise: number | null) =>
  adminByKey({
    id,
    name: "Till",
    scopes: ["handle-money"],
    readsWhole: false,
    userId: admin.userId,
    madeBy: admin.email,
    refundsADayPaise,
  });
const aPayment = async (paise = 50_000) => (await settled(shop.services, someMoney(null, { paise }))).paymentId ?? "";
const refund = (as: Admin, id: string, rupees: number, services = shop.services) =>
  refundPayment(services, as, id, RefundForm.parse({ how: "by hand", reference: "NEFT 1", amount: rupees }));
const refundedBy = async ({ userId }: Admin) => {
  const { rows } = await shop.services.db.$client.query("select coalesce(sum(paise), 0)::int as paise from refunds where admin_id = $1", [
    userId,
  ]);
  return rows[0].paise;
};

test("[S10.10] an API key refunds at most its sum in 24 hours; without one it has no limit, and admins never have", async () => {
  const [limited, free, id] = [aKey("limited", 20_000), aKey("free", null), await aPayment()];
  expect(await refund(limited, id, 150)).toMatchObject({ ok: true });
  const refused = { code: "apiKeyRefundsUsed", field: "amount", words: { max: "₹200.00", left: "₹50.00" } };
  expect(await refund(limited, id, 51)).toMatchObject(refused);
  expect(await refund(limited, id, 50)).toMatchObject({ ok: true });
  expect(await refund(limited, id, 1)).toMatchObject({ code: "apiKeyRefundsUsed" });
  expect(await refundedBy(limited)).toBe(20_000);
  expect(await refund(free, id, 150)).toMatchObject({ ok: true });
  expect(await refund(admin, id, 100)).toMatchObject({ ok: true });

  const tomorrow = { ...shop.services, now: () => new Date(shop.services.now().getTime() + DAY_MS + 1) };
  expect(await refund(limited, id, 50, tomorrow)).toMatchObject({ ok: true });
});

test("[S10.10] two refunds of a key at once don't exceed its sum together", async () => {
  const key = aKey("twice", 20_000);
  const ids = await Promise.all(Array.from({ length: 6 }, () => aPayment()));
  const said = await Promise.all(ids.map((id) => refund(key, id, 150)));
  expect(said.filter(({ ok }) => ok)).toHaveLength(1);
  expect(await refundedBy(key)).toBe(15_000);
});
