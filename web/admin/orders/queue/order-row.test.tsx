import { renderToString } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import { textsIn } from "#messages/languages.ts";
import type { AdminOrder } from "#shop/orders/reading/order-view.ts";
import type { Rights } from "#shop/rights.ts";
import { anAdminOrder, reserved } from "#tests/support/shop/shown-orders.ts";
import { RightsOfReader } from "#web/admin/frame/use-may.ts";
import { ProofCheck } from "../proof/proof-check-form.tsx";
import { ManageOrder } from "./manage-order.tsx";
import { OrderRow, queueColumns } from "./order-row.tsx";
import { queueKeysFor } from "./queue-keys.ts";

const anOrder = anAdminOrder("pending", {
  quantity: 5,
  reservedIds: reserved(5),
  totalPaise: 50_250,
  createdAt: new Date("2026-07-01T00:00:00Z"),
  userId: "user-0123456789",
});
const amazon = { ...anOrder, paymentMethod: "amazon" } as const;
const proof = { isReceived: true, id: "a", name: "payment-proofs/REQ-MJUJ7Z40_card.jpg" } as const;
const withProof = { ...amazon, proof, giftCard: { code: "AQ12345678WXYZ", last4: "WXYZ" } };
const nothing = () => {};

/** Renders an element inside a route to HTML, for somebody with these rights. */
function html(what: React.ReactNode, rights: Rights = "all"): string {
  const Page = createRoutesStub([{ path: "/", Component: () => <RightsOfReader value={rights}>{what}</RightsOfReader> }]);
  return renderToString(<Page />);
}

function rowOf(order: AdminOrder, rights?: Rights): string {
  return html(
    <table>
      <tbody>
        <OrderRow
          order={order}
          currency="₹"
          now={new Date("2026-07-01T03:00:00Z")}
          isOpen={false}
          isHeld={false}
          toToggled="/"
          beside={null}
          onBeside={nothing}
          answered={undefined}
          onView={nothing}
          onDone={nothing}
          onChoose={nothing}
          onFocusLost={nothing}
        />
      </tbody>
    </table>,
    rights,
  );
}

const opened = (order: AdminOrder, rights?: Rights) =>
  html(<ManageOrder order={order} currency="₹" answered={undefined} isOpen={true} onDone={nothing} />, rights);
const proofOf = (order: AdminOrder, rights?: Rights) => html(<ProofCheck order={order} currency="₹" onDone={nothing} />, rights);
const textOf = (page: string) =>
  page
    .replace(/<style[\s\S]*?<\/style>/g, "")
    .replace(/<!--.*?-->/g, "")
    .replace(/<[^>]+>/g, "|")
    .replace(/\|+/g, "|");
const button = (page: string, name: string) => page.split("<button").find((one) => textOf(one).includes(name)) ?? "";

test("an order of the shop before that lacks IDs says how many", () => {
  expect(rowOf({ ...anOrder, shortBy: 2 })).toContain("Short by 2");
  for (const shortBy of [null, -1]) expect(rowOf({ ...anOrder, shortBy })).not.toContain("Short");
});

test("[S10.6] [S10.8] a pending order that money came for is marked: it is paid, or the payment is to be reviewed", () => {
  const paidAt = new Date("2026-07-01T01:00:00Z");
  expect(textOf(rowOf({ ...anOrder, paidAt }))).toContain("Paid, under review");
  expect(textOf(rowOf({ ...anOrder, hasPaymentToReview: true }))).toContain("Payment to review");
  const managed = opened({ ...anOrder, hasPaymentToReview: true });
  expect(textOf(managed)).toContain("the amount or currency isn");
  expect(managed).toContain(`/admin/money?show=all&amp;search=${anOrder.requestCode}`);
  for (const order of [anOrder, anAdminOrder("approved", { paidAt, hasPaymentToReview: true })])
    expect(textOf(rowOf(order))).not.toMatch(/under review|to review/);
});

test("[S2.28] a row of the queue has a cell for every column, and leads to the order's own page", () => {
  const page = rowOf(anOrder);
  const texts = textsIn("en", "adminQueue");
  expect(queueColumns.slice(1).map((column) => texts(column))).toEqual([
    "Request ID",
    "Product",
    "Qty",
    "Date",
    "Amount",
    "Request Code",
    "User ID",
    "Payment",
    "Actions",
  ]);
  expect(page.match(/<td/g)).toHaveLength(queueColumns.length);
  for (const text of ["Gold account", "3 h ago", "₹502.50", "REQ-MJUJ7Z40"]) expect(textOf(page)).toContain(text);
  expect(page).toContain('href="/admin/orders/REQ-MJUJ7Z40"');
});

test("[S9.2] the request ID is shown as 8 characters and the user ID as 6; whole on hover and in the copy's name", () => {
  const page = rowOf(anOrder);
  expect(textOf(page)).toContain("|01234567|");
  expect(textOf(page)).toContain("|user-0|");
  expect(textOf(page)).not.toContain("0123456789abcdef");
  expect(page).toContain('title="01234567: copy request ID 0123456789abcdef"');
  expect(page).toContain('title="user-0: copy user ID user-0123456789"');
});

test("[S2.29] the payment reads `View Proof` or `No Proof` for amazon, otherwise `Request First`", () => {
  const said = (order: AdminOrder) => textOf(rowOf(order)).match(/View Proof|No Proof|Request First/g);
  expect(said(withProof)).toEqual(["View Proof"]);
  expect(said(amazon)).toEqual(["No Proof"]);
  expect(said(anOrder)).toEqual(["Request First"]);
});

test("only an ordinary order has a box to choose it with others", () => {
  const hasBox = (order: AdminOrder) => rowOf(order).includes('name="codes"');
  expect(hasBox(anOrder)).toBe(true);
  expect(hasBox(withProof)).toBe(false);
  expect(hasBox({ ...withProof, paymentVerified: true })).toBe(true);
  expect(hasBox(anAdminOrder("cancelled"))).toBe(false);
});

test("[S2.30] Manage opens the reserved IDs one per line with a row for each, the counter, a link, a reason, Approve and Reject", () => {
  const page = opened(anOrder);
  expect(page).toMatch(/<textarea[^>]*name="ids"[^>]*>held-1\nheld-2\nheld-3\nheld-4\nheld-5</);
  expect(page).toMatch(/<textarea[^>]*rows="5"[^>]*name="ids"|<textarea[^>]*name="ids"[^>]*rows="5"/);
  expect(textOf(page).replaceAll("|", "")).toContain("5/5");
  expect(page).toMatch(/<input[^>]*name="downloadLink"/);
  expect(page).toMatch(/<textarea[^>]*name="reason"/);
  for (const name of ["Approve", "Reject"]) expect(button(page, name)).toContain('type="submit"');
});

test("[S4.4] without script each reserved ID has a box to call it faulty, and with script none before it is taken out", () => {
  const page = opened(anOrder);
  const plain = page.match(/<noscript>[\s\S]*?<\/noscript>/g)?.join("") ?? "";
  expect(plain.match(/name="faulty"/g)).toHaveLength(5);
  expect(page.replaceAll(plain, "")).not.toContain('name="faulty"');
});

test("[S2.31] the proof form shows code, user, product, amount, gift card and picture, and verifies only with a picture", () => {
  const page = proofOf(withProof);
  for (const text of ["REQ-MJUJ7Z40", "user-0", "Gold account", "₹502.50", "AQ12345678WXYZ", "Notes"]) expect(textOf(page)).toContain(text);
  expect(page).toMatch(/<img[^>]*src="\/admin\/orders\/REQ-MJUJ7Z40\/proof\?of=a"/);
  expect(button(page, "Verify Payment")).not.toContain("disabled=");
  expect(button(page, "Reject Proof")).not.toContain("disabled=");

  const without = proofOf(amazon);
  expect(textOf(without)).toContain("Not provided");
  expect(without).not.toContain("<img");
  expect(button(without, "Verify Payment")).toContain("disabled=");
});

test("[S11.2] a product's name in another language than the page says so, to be pronounced right", () => {
  const nameIn = (nameLanguage: string | null) => /<span[^>]*title="Gold account"[^>]*>/.exec(rowOf({ ...anOrder, nameLanguage }))?.[0];
  expect(nameIn("hi")).toContain('lang="hi"');
  for (const language of ["en", null]) expect(nameIn(language)).not.toContain("lang");
});

test("[S13.9] who only reads orders has a row that leads to the order, and its proof without a form", () => {
  const [row, own] = [rowOf(anOrder, ["read-orders"]), rowOf(anOrder, ["decide-orders"])];
  expect([row, own].map((page) => [page.includes("checkbox"), /Approve|Manage/.test(textOf(page))])).toEqual([
    [false, false],
    [true, true],
  ]);
  expect(row).toMatch(new RegExp(`href="/admin/orders/${anOrder.requestCode}" [^>]*id="manage-|id="manage-[^>]*href="/admin/orders/`));
  expect(textOf(proofOf(withProof, ["read-orders"]))).toContain("AQ12345678WXYZ");
  expect(proofOf(withProof, ["read-orders"])).not.toContain("<form");
  expect(proofOf(withProof)).toContain("<form");
});

test("[S13.9] the IDs of an order are typed by those who may see them, and the keys are those of what may be done", () => {
  const idsOf = (rights: Rights) => /<textarea[^>]*name="ids"[^>]*>/.exec(opened(anOrder, rights))?.[0] ?? "";
  expect(idsOf(["decide-orders"])).toMatch(/readonly/i);
  expect(idsOf(["decide-orders", "see-ids"])).not.toMatch(/readonly/i);
  expect([queueKeysFor(true), queueKeysFor(false)].map((keys) => keys.join(""))).toEqual(["jkarvz?", "jkv?"]);
});
