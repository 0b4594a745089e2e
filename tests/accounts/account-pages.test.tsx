import { expect, test } from "vitest";
import type { OwnSession } from "#shop/accounts/own-sessions.server.ts";
import type { OrderStatus } from "#shop/orders/order.ts";
import type { OrderView } from "#shop/orders/order-view.ts";
import { nothingErased } from "#shop/orders/order-view.ts";
import { linksOf, tagsWith, wordsOf, written } from "#tests/support/render.tsx";
import Account from "./account.tsx";
import AccountDetails from "./details.tsx";
import Login from "./login.tsx";
import OrderHistory from "./order-history.tsx";
import { OrderCard } from "./order-history-card.tsx";
import SignUp from "./signup.tsx";

const at = (day: number) => new Date(Date.UTC(2026, 10, day, 12));

function anOrder(status: OrderStatus, overrides: Partial<OrderView> = {}): OrderView {
  return {
    id: `order-${status}`,
    requestCode: `REQ-${status.toUpperCase()}`,
    productId: "p",
    productName: "Family account",
    quantity: 2,
    pricePaise: 49_900,
    totalPaise: 99_800,
    paymentMethod: "request",
    createdAt: at(1),
    status,
    processedAt: status === "approved" || status === "rejected" ? at(2) : null,
    cancelledAt: status === "cancelled" ? at(3) : null,
    giftCardLast4: null,
    hasGiftCardCode: false,
    hasProof: false,
    paymentVerified: null,
    delivered: { deliveredIds: [], downloadLink: null, reason: null, replacedAt: [], paidAt: null, erased: nothingErased },
    userId: "u",
    mayCancel: status === "pending",
    mayResendProof: false,
    privatePath: null,
    mayAdopt: false,
    ...overrides,
  };
}

const card = (order: OrderView) => written(<OrderCard order={order} answered={undefined} />);
const delivered = {
  deliveredIds: ["ID-ONE", "ID-TWO"],
  downloadLink: null,
  reason: null,
  replacedAt: [null, null],
  paidAt: null,
  erased: nothingErased,
};

test("[S2.19] the account has the tabs Order History and Account Details, and tells which is shown", () => {
  const tabs = (path: string) => tagsWith(written(Account, { path }), "<a ", 'href="/account');
  expect(linksOf(written(Account, { path: "/account" })).slice(0, 2)).toEqual([
    ["Order History", "/account"],
    ["Account Details", "/account/details"],
  ]);
  expect(tabs("/account").map((tag) => tag.includes('aria-current="page"'))).toEqual([true, false]);
  expect(tabs("/account/details").map((tag) => tag.includes('aria-current="page"'))).toEqual([false, true]);
});

test("[S2.20] the history has a filter each for all, pending, approved, cancelled and rejected, with its count", () => {
  const counts = { all: 10, pending: 4, approved: 3, rejected: 1, cancelled: 2 };
  const loaderData = { counts, orders: [anOrder("pending"), anOrder("approved")], next: null, after: null, filter: "all" as const };
  const html = written(<OrderHistory {...({ loaderData } as Parameters<typeof OrderHistory>[0])} />);
  expect(linksOf(html).slice(0, 5)).toEqual([
    ["All 10", "/account"],
    ["Pending 4", "/account?status=pending"],
    ["Approved 3", "/account?status=approved"],
    ["Cancelled 2", "/account?status=cancelled"],
    ["Rejected 1", "/account?status=rejected"],
  ]);
  expect(wordsOf(html).indexOf("REQ-PENDING")).toBeLessThan(wordsOf(html).indexOf("REQ-APPROVED"));
});

test("[S2.20] an approved order's card shows its IDs, each to be copied, and all at once", () => {
  const html = card(anOrder("approved", { delivered }));
  expect(wordsOf(html)).toContain("ID-ONE");
  expect(wordsOf(html)).toContain("ID-TWO");
  expect(tagsWith(html, "<button", 'aria-label="Copy ID"')).toHaveLength(2);
  expect(wordsOf(html)).toContain("Copy all");
});

test("[S2.20] [S5.10] only a pending order's card has the cancel action, and a dialog that asks before it", () => {
  const html = card(anOrder("pending"));
  expect(html).toContain('action="/account/orders/REQ-PENDING/cancellation"');
  expect(wordsOf(/<dialog[\s\S]*<\/dialog>/.exec(html)?.[0] ?? "")).toContain("Family account");
  for (const status of ["approved", "rejected", "cancelled"] as const) expect(card(anOrder(status))).not.toContain("/cancellation");
});

test("[S2.20] a rejected order's card tells the reason, a cancelled one's the date", () => {
  const reason = { ...delivered, deliveredIds: [], reason: "The card was empty" };
  expect(wordsOf(card(anOrder("rejected", { delivered: reason })))).toContain("The card was empty");
  const cancelled = card(anOrder("cancelled"));
  expect(wordsOf(cancelled)).toContain("|Cancelled|3 Nov 2026, 5:30 pm IST|");
});

test("[S2.21] Account Details: e-mail, created, last login, total orders, successful orders", () => {
  const orders = { all: 9, pending: 1, approved: 6, rejected: 1, cancelled: 1 };
  const sessions: OwnSession[] = [
    { id: "s1", device: "Firefox on Linux", seenAt: at(2), isThis: true },
    { id: "s2", device: "Chrome on Android", seenAt: at(1), isThis: false },
  ];
  const account = { email: "asha@example.com", name: "Asha", createdAt: at(1), lastLoginAt: at(2), orders, sessions };
  const html = written(<AccountDetails {...({ loaderData: { account } } as Parameters<typeof AccountDetails>[0])} />);
  for (const fact of [
    "E-mail|asha@example.com",
    "Created|1 Nov 2026, 5:30 pm IST",
    "Last login|2 Nov 2026, 5:30 pm IST",
    "Total orders|9",
    "Successful orders|6",
  ])
    expect(wordsOf(html)).toContain(`|${fact}|`);
  const ends = tagsWith(html, "<form", "/ending").map((tag) => /action="([^"]*)"/.exec(tag)?.[1]);
  expect(ends).toEqual(["/account/sessions/s2/ending", "/account/other-sessions/ending"]);
  expect(wordsOf(html)).toMatch(/Firefox on Linux.*This device.*Chrome on Android/);
});

test("[S2.16] the login form asks for e-mail and password, both required, and leads to /forgot-password and /signup", () => {
  const html = written(Login, { path: "/login" });
  for (const name of ["email", "password"]) expect(tagsWith(html, "<input", `name="${name}"`, "required")).toHaveLength(1);
  expect(linksOf(html).map(([, href]) => href)).toEqual(["/forgot-password", "/signup"]);
});

test("[S2.18] [S5.9] the sign-up form asks for e-mail, password and password again, all required, and leads to /login", () => {
  const html = written(SignUp, { path: "/signup?to=/order-status/REQ-1" });
  for (const name of ["email", "password", "passwordAgain"])
    expect(tagsWith(html, "<input", `name="${name}"`, "required"), name).toHaveLength(1);
  expect(linksOf(html)).toEqual([["Login", "/login?to=%2Forder-status%2FREQ-1"]]);
});
