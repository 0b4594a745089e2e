import { expect, test } from "vitest";
import type { UsedBefore } from "#shop/orders/proofs/used-before.ts";
import { linksOf, tagsWith, wordsOf, written } from "#tests/support/web/render.tsx";
import { SimilarProofs } from "./similar-proofs.tsx";
import { UsedBeforeInRow, UsedBeforeWarning } from "./used-before.tsx";

const earlier = (overrides: Partial<UsedBefore>): UsedBefore => ({
  what: "code",
  requestCode: "REQ-EARLIER",
  status: "approved",
  at: new Date("2026-07-01T10:00:00Z"),
  isSameCustomer: false,
  proofId: "abc",
  ...overrides,
});
const order = (...usedBefore: UsedBefore[]) => ({
  requestCode: "REQ-NOW",
  usedBefore,
  proof: { isReceived: true, id: "now", name: "payment-proofs/REQ-NOW_card.jpg" } as const,
});

test("a code and a picture that were used before are warned of, each with a link to the order it came from", () => {
  const usedBefore = [earlier({}), earlier({ what: "picture", requestCode: "REQ-OTHER", isSameCustomer: true })];
  const page = written(<UsedBeforeWarning order={order(...usedBefore)} />);
  expect(wordsOf(page)).toContain("Code and picture used 2× before");
  expect(wordsOf(page).replaceAll("|", "")).toContain("This gift card code was used in order REQ-EARLIER, ");
  expect(wordsOf(page).replaceAll("|", "")).toContain("(approved, same customer).");
  expect(linksOf(page)).toEqual([
    ["REQ-EARLIER", "/admin/orders/REQ-EARLIER"],
    ["REQ-OTHER", "/admin/orders/REQ-OTHER"],
  ]);
});

test("an order whose code and picture both came before is named once", () => {
  const page = written(<UsedBeforeWarning order={order(earlier({}), earlier({ what: "picture" }))} />);
  expect(wordsOf(page).replaceAll("|", "")).toContain("Code and picture were used in order REQ-EARLIER, ");
  expect(linksOf(page)).toEqual([["REQ-EARLIER", "/admin/orders/REQ-EARLIER"]]);
});

test("the queue's row says one thing and leads there: the warning, or what looks like it", () => {
  const similar = earlier({ what: "similar", requestCode: "REQ-OTHER" });
  const warned = written(<UsedBeforeInRow order={order(earlier({}), similar)} />);
  expect(wordsOf(warned)).toContain("Code used 1× before");
  expect(wordsOf(warned)).not.toContain("Looks like");
  expect(linksOf(warned).map(([, href]) => href)).toEqual(["/admin/orders/REQ-EARLIER"]);
  const alike = written(<UsedBeforeInRow order={order(similar)} />);
  expect(wordsOf(alike)).toContain("Looks like 1 earlier proof");
  expect(linksOf(alike).map(([, href]) => href)).toEqual(["/admin/orders/REQ-OTHER"]);
});

test("a picture that only looks the same is no warning; both pictures stand side by side", () => {
  const alike = order(earlier({ what: "similar" }));
  expect(written(<UsedBeforeWarning order={alike} />)).toBe("");
  const page = written(<SimilarProofs order={alike} />);
  expect(wordsOf(page).replaceAll("|", "")).toContain("Looks like the picture of order REQ-EARLIER");
  expect(tagsWith(page, "<img", "/admin/orders/REQ-NOW/proof?of=now", 'alt="Payment proof of REQ-NOW"')).toHaveLength(1);
  expect(tagsWith(page, "<img", "/admin/orders/REQ-EARLIER/proof?of=abc", 'alt="Payment proof of REQ-EARLIER"')).toHaveLength(1);
});

test("a picture with a warning is not also called similar, and an order without matches shows nothing", () => {
  expect(written(<SimilarProofs order={order(earlier({ what: "picture" }), earlier({ what: "similar" }))} />)).toBe("");
  for (const Part of [SimilarProofs, UsedBeforeWarning, UsedBeforeInRow]) expect(written(<Part order={order()} />)).toBe("");
});
