import { expect, test } from "vitest";
import { escapeContent, escapeMarkup } from "./escape-markup.ts";

test("no text ends an element or an attribute", () => {
  expect(escapeMarkup(`<a href="x" id='y'>&amp;</a>`)).toBe("&lt;a href=&quot;x&quot; id=&#39;y&#39;&gt;&amp;amp;&lt;/a&gt;");
});

test("quotes stay in the content of an element", () => {
  expect(escapeContent(`"It's" <b>&amp;`)).toBe(`"It's" &lt;b&gt;&amp;amp;`);
});

test("other signs stay, whatever their language", () => {
  expect(escapeMarkup("₹ 1,299 · तत्काल\n`x`")).toBe("₹ 1,299 · तत्काल\n`x`");
});
