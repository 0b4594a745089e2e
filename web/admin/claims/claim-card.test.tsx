import { expect, test } from "vitest";
import type { Right, Rights } from "#shop/rights.ts";
import { linksOf, wordsOf, written } from "#tests/support/web/render.tsx";
import { RightsOfReader } from "#web/admin/frame/use-may.ts";
import { ClaimCard } from "./claim-card.tsx";
import type { ShownClaim } from "./claims.tsx";

const claim: ShownClaim = {
  id: "REQ-A-C1",
  requestCode: "REQ-A",
  number: 1,
  place: 1,
  value: "ID-ONE",
  productName: "Gold account",
  nameLanguage: null,
  reason: "other",
  state: "open",
  openedBy: "buyer",
  openedAt: new Date("2026-11-26T12:00:00Z"),
  wasOpenedAgain: false,
  decidedAt: null,
  decidedByName: null,
  text: null,
  language: null,
  pictureOf: null,
  deliveredAt: null,
  claimUntil: null,
  replacedAt: null,
  pricePaise: 100,
  share: null,
  refund: null,
  moneyBackPaise: 0,
  available: 1,
  batch: null,
  record: { orders: 1, hasMore: false, claims: 1, refused: 0 },
};

const asking = (rights: Rights, isToDecide = true) =>
  linksOf(
    written(
      <RightsOfReader value={rights}>
        <ClaimCard claim={claim} currency="₹" isChosen typed={undefined} onDone={() => {}} onRefused={() => {}} isToDecide={isToDecide} />
      </RightsOfReader>,
    ),
  ).filter(([words]) => words.startsWith("Ask"));

test("[S15.4] [S14.3] whoever answers buyers asks from the claim's card, by a link to the open form of its order", () => {
  const answering: Right[] = ["answer-buyers"];
  expect(asking(answering)).toEqual([["Ask  REQ-A-C1", "/admin/orders/REQ-A?ask=on#messages"]]);
  expect(asking(["decide-orders"])).toEqual([]);
  expect(asking(answering, false)).toEqual([]);
});

test("[S15.6] a card says what is wrong with the refund of its share, and that it failed only if it did", () => {
  const words = (state: "failed" | "done") => {
    const refund = { paise: 100, state, problem: { text: "The buyer may have it twice." } };
    const card = { ...claim, refund };
    return wordsOf(
      written(
        <RightsOfReader value="all">
          <ClaimCard claim={card} currency="₹" isChosen typed={undefined} onDone={() => {}} onRefused={() => {}} isToDecide />
        </RightsOfReader>,
      ),
    );
  };
  expect(words("failed")).toMatch(/It failed\.[| ]+The buyer may have it twice\./);
  expect(words("done")).toContain("The buyer may have it twice.");
  expect(words("done")).not.toContain("It failed.");
});
