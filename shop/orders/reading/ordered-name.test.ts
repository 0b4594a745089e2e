import { expect, test } from "vitest";
import { languageOfName, orderedName } from "./ordered-name.ts";

const both = { productName: "Account", productNames: { en: "Account", hi: "अकाउंट" } };

test("[S11.2] an ordered product is named in the reader's language, else in another one that is named", () => {
  expect(orderedName(both, "hi")).toEqual({ text: "अकाउंट" });
  expect(orderedName(both, "ta")).toEqual({ text: "Account", lang: "en" });
  expect(orderedName({ ...both, productNames: null }, "hi")).toEqual({ text: "Account" });
});

test("[S11.2] the language of the name that admins see is known unless the names were not copied", () => {
  expect(languageOfName(both)).toBe("en");
  expect(languageOfName({ ...both, productNames: null })).toBeNull();
});
