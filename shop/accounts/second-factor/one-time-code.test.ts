import fc from "fast-check";
import { expect, test } from "vitest";
import { ONE_TIME_CODE_DIGITS, RECOVERY_CODE_LENGTH } from "../constants.ts";
import { codeOf, drawBase32, stepAt, stepOfCode } from "./one-time-code.server.ts";
import { BASE32, inGroups, missingFactor, readCode } from "./second-factor.ts";

/** The key of RFC 6238's examples: the text 12345678901234567890. */
const KEY = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
const seconds = (n: number) => new Date(n * 1_000);

test.each([
  [59, "287082"],
  [1_111_111_109, "081804"],
  [1_111_111_111, "050471"],
  [1_234_567_890, "005924"],
  [2_000_000_000, "279037"],
  [20_000_000_000, "353130"],
])("the code at %i s is RFC 6238's", (at, code) => {
  expect(codeOf(KEY, stepAt(seconds(at)))).toBe(code);
});

test("a code is taken in its own half minute and the ones beside it, and each once", () => {
  const at = seconds(1_111_111_111);
  const step = stepAt(at);
  const taken = [-2, -1, 0, 1, 2].map((off) => stepOfCode(KEY, codeOf(KEY, step + off), at, null));
  expect(taken).toEqual([null, step - 1, step, step + 1, null]);
  expect(stepOfCode(KEY, codeOf(KEY, step), at, step)).toBeNull();
  expect(stepOfCode(KEY, codeOf(KEY, step - 1), at, step)).toBeNull();
  expect(stepOfCode(KEY, codeOf(KEY, step + 1), at, step)).toBe(step + 1);
});

test("a code is read however it is typed", () => {
  expect(readCode(" 123 456 ")).toEqual({ way: "app", code: "123456" });
  expect(readCode("१२३ ४५६")).toEqual({ way: "app", code: "123456" });
  expect(readCode("abcd-efgh-2345-wxyz-abcd-efgh")).toEqual({ way: "recovery", code: "ABCDEFGH2345WXYZABCDEFGH" });
  for (const nothing of ["", "12345", "1234567", "ABCD-EFGH-0189-WXYZ-ABCD-EFGH", "ABCD-EFGH-2345-WXYZ"])
    expect(readCode(nothing)).toBeNull();
});

test("a recovery code has 112 random bits or more, and is read as it is written down, in small letters too", () => {
  const drawn = drawBase32(RECOVERY_CODE_LENGTH);
  expect(drawn.length * 5).toBeGreaterThanOrEqual(112);
  expect(inGroups(drawn)).toMatch(/^([A-Z2-7]{4}-){5}[A-Z2-7]{4}$/);
  expect(readCode(inGroups(drawn))).toEqual({ way: "recovery", code: drawn });
  expect(readCode(drawn.toLowerCase())).toEqual({ way: "recovery", code: drawn });
  expect(readCode(drawn.slice(1))).toBeNull();
});

test("an admin's session lacks the code where there is a second factor, and the second factor where it is required; a customer's lacks nothing", () => {
  const admin = { role: "admin", hasSecondFactor: false, isRequired: false, shownAt: null } as const;
  expect(missingFactor(admin)).toBeNull();
  expect(missingFactor({ ...admin, isRequired: true })).toBe("secondFactor");
  expect(missingFactor({ ...admin, hasSecondFactor: true })).toBe("code");
  expect(missingFactor({ ...admin, hasSecondFactor: true, isRequired: true, shownAt: seconds(0) })).toBeNull();
  expect(missingFactor({ ...admin, isRequired: true, shownAt: seconds(0) })).toBe("secondFactor");
  expect(missingFactor({ ...admin, role: "customer", hasSecondFactor: true, isRequired: true })).toBeNull();
});

test("[S2.22] a code is the same with any dashes, spaces and invisible characters in it, in wide digits, and in small letters", () => {
  const between = fc.array(fc.constantFrom(" ", "\u00a0", "-", "\u2011", "\u2013", "\u200b", "\u2060", "\ufeff", "\t"), { maxLength: 2 });
  const written = (signs: [string, string[]][]) => signs.map(([sign, after]) => sign + after.join("")).join("");
  const digit = fc.constantFrom(..."0123456789");
  const length = ONE_TIME_CODE_DIGITS;
  fc.assert(
    fc.property(fc.array(fc.tuple(digit, between), { minLength: length, maxLength: length }), (signs) => {
      const code = signs.map(([sign]) => sign).join("");
      expect(readCode(written(signs))).toEqual({ way: "app", code });
      expect(readCode(code.replace(/\d/g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0)))).toEqual({ way: "app", code });
    }),
  );
  const letter = fc.constantFrom(...BASE32);
  const long = { minLength: RECOVERY_CODE_LENGTH, maxLength: RECOVERY_CODE_LENGTH };
  fc.assert(
    fc.property(fc.array(fc.tuple(letter, between), long), (signs) => {
      expect(readCode(written(signs).toLowerCase())).toEqual({ way: "recovery", code: signs.map(([sign]) => sign).join("") });
    }),
  );
});
