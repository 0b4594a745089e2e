import { expect, test } from "vitest";
import { themeOf } from "./theme.ts";

test.each([
  ["theme=dark", "dark"],
  ["a=b; theme=light; c=d", "light"],
  ["theme=purple", null],
  ["theme=", null],
  ["", null],
])("the cookie %j draws the page %s", (cookie, theme) => {
  expect(themeOf(new Request("http://shop.example/", { headers: { cookie } }))).toBe(theme);
});
