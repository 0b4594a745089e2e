import fc from "fast-check";
import { expect, test } from "vitest";
import { type LineMatch, matchLine, type OpenClaim, oneLineEach, startOfIndianDay } from "./match-line.ts";

const UTR = "632912345678";
const line: Parameters<typeof matchLine>[0] = { paise: 49_907, bookedOn: "2026-11-26", isReversal: false, utr: UTR, trust: "sure" };
const nameless = { ...line, utr: null, trust: null };

function aClaim(overrides: Partial<OpenClaim> = {}): OpenClaim {
  return {
    orderId: "order-1",
    requestCode: "REQ-MIFA2K9Z",
    payablePaise: 49_907,
    hasOwnAmount: true,
    placedAt: new Date("2026-11-26T06:00:00Z"),
    utr: UTR,
    isPaid: false,
    ...overrides,
  };
}

test("[S10.13] UTR and amount of one order, not before its day, are certain", () => {
  const claim = aClaim();
  expect(matchLine(line, { byUtr: [claim], byAmount: claim, isCounted: false, isTakenBack: false })).toEqual({ kind: "certain", claim });
  expect(matchLine({ ...line, bookedOn: "2026-11-28" }, { byUtr: [claim], byAmount: null, isCounted: false, isTakenBack: false })).toEqual({
    kind: "certain",
    claim,
  });
  const total = aClaim({ payablePaise: 50_000, hasOwnAmount: false });
  expect(matchLine({ ...line, paise: 50_000 }, { byUtr: [total], byAmount: null, isCounted: false, isTakenBack: false })).toEqual({
    kind: "certain",
    claim: total,
  });
});

test("[S10.2] [S10.13] a line whose UTR counts already, for whichever order, pays no other", () => {
  const [claim, silent] = [aClaim(), aClaim({ utr: null })];
  expect(matchLine(line, { byUtr: [claim], byAmount: null, isCounted: true, isTakenBack: false })).toEqual({
    kind: "conflict",
    claim,
    reason: "utrCounted",
  });
  expect(matchLine(line, { byUtr: [], byAmount: silent, isCounted: true, isTakenBack: false })).toMatchObject({
    kind: "conflict",
    reason: "utrCounted",
  });
  expect(matchLine(line, { byUtr: [], byAmount: null, isCounted: true, isTakenBack: false })).toEqual({ kind: "other" });
});

test("[S10.13] an amount of its own without a UTR is likely", () => {
  const claim = aClaim({ utr: null });
  expect(matchLine(line, { byUtr: [], byAmount: claim, isCounted: false, isTakenBack: false })).toEqual({ kind: "likely", claim });
});

test("[S10.13] a line without a UTR is likely for a buyer who sent one as for one who sent none", () => {
  for (const claim of [aClaim(), aClaim({ utr: null })]) {
    expect(matchLine(nameless, { byUtr: [], byAmount: claim, isCounted: false, isTakenBack: false })).toEqual({ kind: "likely", claim });
    const guessed = { ...line, utr: "919812345678", trust: "guessed" } as const;
    expect(matchLine(guessed, { byUtr: [], byAmount: claim, isCounted: false, isTakenBack: false })).toEqual({ kind: "likely", claim });
  }
});

test("[S10.13] a number that a payer may have written makes a line likely at most, and the one that an order named wins", () => {
  const [named, silent] = [aClaim({ utr: "919812345678" }), aClaim({ orderId: "order-2", utr: null })];
  for (const trust of ["placed", "guessed"] as const) {
    expect(matchLine({ ...line, trust }, { byUtr: [named], byAmount: silent, isCounted: false, isTakenBack: false })).toEqual({
      kind: "likely",
      claim: named,
    });
    expect(
      matchLine(
        { ...line, trust },
        { byUtr: [named, aClaim({ orderId: "order-3" })], byAmount: null, isCounted: false, isTakenBack: false },
      ),
    ).toMatchObject({
      reason: "utrOfSeveral",
    });
    const other = aClaim({ utr: "919812345678", payablePaise: 75_000 });
    expect(matchLine({ ...line, trust }, { byUtr: [other], byAmount: silent, isCounted: false, isTakenBack: false })).toEqual({
      kind: "likely",
      claim: silent,
    });
    expect(matchLine({ ...line, trust }, { byUtr: [other], byAmount: null, isCounted: false, isTakenBack: false })).toMatchObject({
      reason: "otherAmount",
    });
  }
  expect(matchLine(line, { byUtr: [named], byAmount: null, isCounted: false, isTakenBack: false }), "beside a sure UTR").toEqual({
    kind: "likely",
    claim: named,
  });
});

test.for<[string, Partial<typeof line>, Partial<OpenClaim>, string]>([
  ["another amount", { paise: 49_900 }, {}, "otherAmount"],
  ["a line before the order's day", { bookedOn: "2026-11-25" }, {}, "beforeOrder"],
  ["money that comes back", { isReversal: true }, {}, "reversal"],
  ["an order that was paid before", {}, { isPaid: true }, "paidBefore"],
])("[S10.13] the UTR of an order with %s is a conflict", ([, ofLine, ofClaim, reason]) => {
  const claim = aClaim(ofClaim);
  expect(matchLine({ ...line, ...ofLine }, { byUtr: [claim], byAmount: null, isCounted: false, isTakenBack: false })).toEqual({
    kind: "conflict",
    claim,
    reason,
  });
});

test("[S10.13] the day of an order is that of India: one placed at half past midnight there is not before its line", () => {
  const early = aClaim({ placedAt: new Date("2026-11-25T19:00:00Z") });
  expect(matchLine(line, { byUtr: [early], byAmount: null, isCounted: false, isTakenBack: false })).toMatchObject({ kind: "certain" });
  expect(
    matchLine({ ...line, bookedOn: "2026-11-25" }, { byUtr: [early], byAmount: null, isCounted: false, isTakenBack: false }),
  ).toMatchObject({
    reason: "beforeOrder",
  });
  expect(startOfIndianDay("2026-11-26")).toEqual(new Date("2026-11-25T18:30:00Z"));
});

test("[S10.13] one UTR for two orders is a conflict, whatever their amounts", () => {
  const claims = [aClaim(), aClaim({ orderId: "order-2", payablePaise: 1 })];
  expect(matchLine(line, { byUtr: claims, byAmount: claims[0] ?? null, isCounted: false, isTakenBack: false })).toMatchObject({
    kind: "conflict",
    reason: "utrOfSeveral",
  });
});

test("[S10.13] the own amount of an order whose buyer sent another UTR is a conflict", () => {
  const claim = aClaim({ utr: "632900000001" });
  expect(matchLine(line, { byUtr: [], byAmount: claim, isCounted: false, isTakenBack: false })).toEqual({
    kind: "conflict",
    claim,
    reason: "otherUtr",
  });
});

test("[S10.13] a round amount, a total without an amount of its own, or an earlier day alone is nothing of ours", () => {
  const nothing = { kind: "other" };
  expect(matchLine(line, { byUtr: [], byAmount: null, isCounted: false, isTakenBack: false })).toEqual(nothing);
  expect(
    matchLine(
      { ...line, paise: 50_000 },
      { byUtr: [], byAmount: aClaim({ utr: null, payablePaise: 50_000 }), isCounted: false, isTakenBack: false },
    ),
  ).toEqual(nothing);
  expect(
    matchLine(line, { byUtr: [], byAmount: aClaim({ utr: null, hasOwnAmount: false }), isCounted: false, isTakenBack: false }),
  ).toEqual(nothing);
  expect(
    matchLine({ ...line, bookedOn: "2026-11-25" }, { byUtr: [], byAmount: aClaim({ utr: null }), isCounted: false, isTakenBack: false }),
  ).toEqual(nothing);
});

test("[S10.13] an order has one line: beside a certain one the others are conflicts, and so are several likely ones", () => {
  const [one, two] = [aClaim(), aClaim({ orderId: "order-2", utr: null })];
  const likely = (claim: OpenClaim): LineMatch => ({ kind: "likely", claim });
  expect(oneLineEach([{ kind: "certain", claim: one }, likely(one), likely(two), { kind: "other" }]).map(({ kind }) => kind)).toEqual([
    "certain",
    "conflict",
    "likely",
    "other",
  ]);
  expect(oneLineEach([likely(two), likely(two)])).toEqual([
    { kind: "conflict", claim: two, reason: "severalLines" },
    { kind: "conflict", claim: two, reason: "severalLines" },
  ]);
});

test("[S10.13] nothing is certain without UTR, amount and day, and no order has two lines that decide", () => {
  const anyClaim = fc.record({
    orderId: fc.constantFrom("a", "b", "c"),
    requestCode: fc.constant("REQ-1"),
    payablePaise: fc.integer({ min: 100, max: 104 }),
    hasOwnAmount: fc.boolean(),
    placedAt: fc.constantFrom("2026-11-25", "2026-11-26", "2026-11-27").map((day) => new Date(`${day}T12:00:00Z`)),
    utr: fc.constantFrom(null, "1", "2"),
    isPaid: fc.boolean(),
  });
  const anyLine = fc.record({
    paise: fc.integer({ min: 100, max: 104 }),
    bookedOn: fc.constantFrom("2026-11-25", "2026-11-26", "2026-11-27"),
    isReversal: fc.boolean(),
    utr: fc.constantFrom(null, "1", "2"),
    trust: fc.constantFrom("sure", "placed", "guessed"),
  });
  fc.assert(
    fc.property(fc.array(anyLine), fc.array(anyClaim), (lines, claims) => {
      const matches = lines.map((one) =>
        matchLine(one, {
          byUtr: claims.filter(({ utr }) => utr !== null && utr === one.utr),
          byAmount: claims.find(({ payablePaise, hasOwnAmount }) => hasOwnAmount && payablePaise === one.paise) ?? null,
          isCounted: false,
          isTakenBack: false,
        }),
      );
      for (const [n, match] of matches.entries()) {
        const one = lines[n];
        if (match.kind === "other" || match.kind === "conflict" || !one) continue;
        expect(match.claim.payablePaise).toBe(one.paise);
        expect(match.claim.placedAt < new Date(`${one.bookedOn}T18:30:00Z`) && !one.isReversal && !match.claim.isPaid).toBe(true);
        if (match.kind === "certain") expect([match.claim.utr, "sure"]).toEqual([one.utr, one.trust]);
        else expect(match.claim.utr === one.utr || (one.paise % 100 !== 0 && match.claim.hasOwnAmount)).toBe(true);
      }
      const deciding = oneLineEach(matches).flatMap((match) =>
        match.kind === "certain" || match.kind === "likely" ? [match.claim.orderId] : [],
      );
      expect(new Set(deciding).size).toBe(deciding.length);
    }),
  );
});
