import fc from "fast-check";
import { expect, test } from "vitest";
import { GIFT_CARD_CODE_MAX_LENGTH } from "#shop/constants.ts";
import { comparedCode, readGiftCardCode } from "./gift-card.ts";

const DASHES = ["-", "\u2010", "\u2011", "\u2013", "\u2014", "\u2212", "\u00ad", "\uff0d", "\u301c"];
const UNSEEN = [" ", "\u00a0", "\u2009", "\u3000", "\t", "\n", "\u200b", "\u200d", "\u200e", "\u2060", "\ufeff"];
const separator = fc.constantFrom(...DASHES, ...UNSEEN);
const sign = fc.constantFrom(..."ABCXYZabcxyz0123456789");
const wide = (text: string) => text.replace(/[!-~]/g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0));

test("[S1.5] a gift card code is the same with any dashes, spaces and invisible characters in it, and in wide characters", () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(sign, fc.array(separator, { maxLength: 2 }), fc.boolean()), { minLength: 1, maxLength: GIFT_CARD_CODE_MAX_LENGTH }),
      (parts) => {
        const code = parts.map(([one]) => one).join("");
        const written = parts.map(([one, between, isWide]) => (isWide ? wide(one) : one) + between.join("")).join("");
        expect(readGiftCardCode(written)).toEqual({ ok: true, value: code });
        expect(comparedCode(written)).toBe(comparedCode(code.toLowerCase()));
      },
    ),
  );
});

test("[S1.5] what is read as a code is at most 14 letters and digits, of any text", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: "grapheme" }), fc.string({ unit: sign })), (text) => {
      const read = readGiftCardCode(text);
      expect((read.ok && read.value) || "NONE").toMatch(/^[A-Za-z0-9]{1,14}$/);
    }),
  );
});

test("[S1.5] the message names what is wrong: too long, other characters, or nothing there", () => {
  expect(readGiftCardCode("AQ12\u2011BC34\u2011DE56\u200b")).toEqual({ ok: true, value: "AQ12BC34DE56" });
  expect(readGiftCardCode("AQ12 BC34 DE56 789")).toMatchObject({ code: "giftCardCodeInvalid" });
  expect(readGiftCardCode("AQ12.BC34")).toMatchObject({ code: "giftCardCodeCharacters" });
  expect(readGiftCardCode("AQ12BC34DE56789012!")).toMatchObject({ code: "giftCardCodeCharacters" });
  expect(readGiftCardCode(" \u200b-\u2011 ")).toEqual({ ok: true, value: null });
});
