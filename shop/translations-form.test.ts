import { expect, test } from "vitest";
import { z } from "zod";
import { translationsField } from "./translations-form.ts";

test("[S11.2] a form takes two letters as a language, and not more languages than there can be", () => {
  const field = translationsField({ name: z.string().optional() });
  expect(field.parse({ hi: { name: "सोना", more: "x" } })).toEqual({ hi: { name: "सोना" } });
  for (const wrong of [{ hindi: { name: "x" } }, { hi: "x" }, [], "x", { hi: { name: 1 } }])
    expect(field.safeParse(wrong).success).toBe(false);
  const many = Array.from({ length: 21 }, (_, n) => [`a${String.fromCharCode(97 + n)}`, { name: "x" }]);
  expect(field.safeParse(Object.fromEntries(many)).success).toBe(false);
});
