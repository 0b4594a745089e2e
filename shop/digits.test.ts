import { expect, test } from "vitest";
import { asciiDigits } from "./digits.ts";

test("the digits of each Indian script, of Arabic and of wide keyboards are read, and nothing else changes", () => {
  for (const digits of [
    "०१२३४५६७८९",
    "০১২৩৪৫৬৭৮৯",
    "੦੧੨੩੪੫੬੭੮੯",
    "૦૧૨૩૪૫૬૭૮૯",
    "୦୧୨୩୪୫୬୭୮୯",
    "௦௧௨௩௪௫௬௭௮௯",
    "౦౧౨౩౪౫౬౭౮౯",
    "೦೧೨೩೪೫೬೭೮೯",
    "൦൧൨൩൪൫൬൭൮൯",
    "٠١٢٣٤٥٦٧٨٩",
    "۰۱۲۳۴۵۶۷۸۹",
    "０１２３４５６７８９",
  ])
    expect(asciiDigits(digits), digits).toBe("0123456789");
  expect(asciiDigits("₹४९९.५० · REQ-1 ½ ²")).toBe("₹499.50 · REQ-1 ½ ²");
});
