import { expect, test } from "vitest";
import { textsIn } from "#messages/languages.ts";
import { rightNames, scopes } from "#shop/rights.ts";
import { SettingsForm } from "#shop/settings/settings-form.ts";
import { idStates } from "#shop/stock/ids/product-id.ts";
import { factsText } from "./fact-texts.ts";

const texts = textsIn("en", "adminActivity");

test("facts are shown as plain words", () => {
  expect(factsText({ ids: 3, leftOut: 1, fields: "" }, texts)).toBe("IDs: 3, skipped: 1");
  expect(factsText({ fields: "howToPay, name" }, texts)).toBe("fields: how to pay, name");
  expect(factsText({ fields: "description, ID pattern" }, texts)).toBe("fields: description, ID pattern");
  expect(factsText({ fromNewerShop: true }, texts)).toBe("from newer shop: true");
  expect(factsText({ outcome: "held back" }, texts)).toBe("outcome: held back by your limits");
  expect(factsText({ isOn: false }, texts)).toBe("off");
  expect(factsText({}, texts)).toBe("");
});

test("[S11.1] facts are named in the page's language", () => {
  const hindi = textsIn("hi", "adminActivity");
  expect(factsText({ ids: 3, count: 2 }, hindi)).toBe("ID: 3, संख्या: 2");
  expect(factsText({ outcome: "delivered" }, hindi), "of an order").toContain("डिलीवर हुआ");
  expect(factsText({ fields: "price, howToPay" }, hindi)).toBe("फ़ील्ड: कीमत, पेमेंट कैसे करें");
  const words = {
    fields: Object.keys(SettingsForm.shape).join(", "),
    state: idStates.join(", "),
    scopes: Object.values(scopes)
      .map(({ label }) => label.toLowerCase())
      .join(", "),
    rights: rightNames.join(", "),
  };
  expect(factsText(words, hindi).replaceAll(/Amazon|ID|GSTIN|GST|HSN\/SAC/g, ""), "without a word in Latin letters").not.toMatch(
    /[A-Za-z]/,
  );
});
