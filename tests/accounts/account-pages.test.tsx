import { expect, test } from "vitest";
import type { Language } from "#messages/languages.ts";
import type { OwnSession } from "#shop/accounts/sessions/own-sessions.server.ts";
import type { OrderStatus } from "#shop/orders/order.ts";
import type { WholeOrder } from "#shop/orders/reading/order-view.ts";
import { aWholeOrder } from "#tests/support/shop/shown-orders.ts";
import { linksOf, tagsWith, wordsOf, written } from "#tests/support/web/render.tsx";
import Account from "#web/account/account.tsx";
import OrderHistory from "#web/account/orders/order-history.tsx";
import { OrderCard } from "#web/account/orders/order-history-card.tsx";
import AccountDetails from "#web/account/profile/details.tsx";
import Login from "#web/account/sign-in/login.tsx";
import SignUp from "#web/account/sign-in/signup.tsx";
import { listedOrder } from "#web/parts/order/listed-order.ts";

const at = (day: number) => new Date(Date.UTC(2026, 10, day, 12));

const anOrder = <S extends OrderStatus>(status: S, overrides: Parameters<typeof aWholeOrder<S>>[1] = {}) =>
  aWholeOrder(status, {
    id: `order-${status}`,
    requestCode: `REQ-${status.toUpperCase()}`,
    productName: "Family account",
    mayCancel: status === "pending",
    ...overrides,
  });

const card = (order: WholeOrder) => written(<OrderCard order={order} answered={undefined} />);

test("[S2.19] the account has the tabs Order History and Account Details, and marks the current one", () => {
  const tabs = (path: string) => tagsWith(written(Account, { path }), "<a ", 'href="/account');
  expect(linksOf(written(Account, { path: "/account" })).slice(0, 2)).toEqual([
    ["Order History", "/account"],
    ["Account Details", "/account/details"],
  ]);
  expect(tabs("/account").map((tag) => tag.includes('aria-current="page"'))).toEqual([true, false]);
  expect(tabs("/account/details").map((tag) => tag.includes('aria-current="page"'))).toEqual([false, true]);
});

function historyPage(language: Language = "en", now = at(20)): string {
  const counts = { all: 10, pending: 4, approved: 3, rejected: 1, cancelled: 2 };
  const orders = (["pending", "approved", "rejected", "cancelled"] as const).map((status) => listedOrder(anOrder(status)));
  const loaderData = { counts, orders, shared: [], next: null, after: null, filter: "all" as const, now };
  return written(<OrderHistory {...({ loaderData } as unknown as Parameters<typeof OrderHistory>[0])} />, { language });
}

test("[S2.20] the history has a filter each for all, pending, approved, cancelled and rejected, with its count", () => {
  const html = historyPage();
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
  const html = card(anOrder("approved"));
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

test("[S2.20] a rejected order's card shows the reason, a cancelled one's the date", () => {
  expect(wordsOf(card(anOrder("rejected", { reason: "The card was empty" })))).toContain("The card was empty");
  const cancelled = card(anOrder("cancelled"));
  expect(wordsOf(cancelled)).toContain("|Cancelled|3 Nov 2026, 5:30 pm IST|");
});

test("[S11.1] a history reads its times as people say them, in the page's language", () => {
  expect(wordsOf(historyPage())).toContain("|Cancelled|3 Nov 2026, 5:30 pm IST|");
  expect(wordsOf(historyPage("en", at(3)))).toContain("|Cancelled|today, 5:30 pm|");
  expect(wordsOf(historyPage("hi", at(3)))).toContain("|कैंसिल हुआ|आज, 5:30 pm|");
});

test("an order whose IDs and gift card were erased says so on its card, and shows none", () => {
  const html = card(anOrder("approved", { deliveredIds: { erasedAt: at(5) }, giftCard: { erasedAt: at(6) } }));
  expect(wordsOf(html)).toContain("IDs erased: |5 Nov 2026");
  expect(wordsOf(html)).toContain("Gift card code erased: |6 Nov 2026");
  expect(wordsOf(html)).not.toContain("Payment proof erased");
  expect(wordsOf(html)).not.toContain("Copy all");
});

function detailsPage(language: Language = "en"): string {
  const orders = { all: 9, pending: 1, approved: 6, rejected: 1, cancelled: 1 };
  const sessions: OwnSession[] = [
    { id: "s1", device: "Firefox on Linux", seenAt: at(2), isThis: true },
    { id: "s2", device: "Chrome on Android", seenAt: at(1), isThis: false },
  ];
  const account = { email: "asha@example.com", name: "Asha", createdAt: at(1), lastLoginAt: at(2), orders, sessions };
  return written(<AccountDetails {...({ loaderData: { account, now: at(3) } } as Parameters<typeof AccountDetails>[0])} />, { language });
}

test("[S2.21] Account Details: e-mail, created, last login, total orders, successful orders", () => {
  const html = detailsPage();
  for (const fact of [
    "Email|asha@example.com",
    "Created|1 Nov 2026, 5:30 pm IST",
    "Last login|yesterday, 5:30 pm",
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

test("[S11.1] in Hindi no English word is left on the pages of an account, except what people or machines named", () => {
  const inHindi = (Page: Parameters<typeof written>[0]) => written(Page, { language: "hi" });
  for (const html of [inHindi(Login), inHindi(SignUp), inHindi(Account), detailsPage("hi"), historyPage("hi")]) {
    const words = wordsOf(html);
    expect(words).toMatch(/[\u0900-\u097F]/);
    const named =
      /REQ-[A-Z]+|ID-[A-Z]+|\bIDs?\b|\b[ap]m( IST)?\b|asha@example\.com|Family account|No payment|Amazon|(Firefox|Chrome) on (Linux|Android)/g;
    expect(words.replaceAll(named, "")).not.toMatch(/[A-Za-z]{2}/);
  }
});
