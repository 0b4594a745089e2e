import { expect, test } from "vitest";
import { languageFor } from "./visitor-language.ts";

const asked = (path: string, headers: Record<string, string> = {}) => languageFor(path, new Headers(headers));

test("[S11.1] the address comes before the switch, the switch before the browser, and none of them is null", () => {
  const both = { cookie: "theme=dark; lang=hi", "accept-language": "en" };
  expect(asked("/?lang=en", both)).toBe("en");
  expect(asked("/", both)).toBe("hi");
  expect(asked("/", { "accept-language": "hi" })).toBe("hi");
  expect(asked("/")).toBeNull();
});

test.each([
  ["hi-IN,hi;q=0.9,en;q=0.8", "hi"],
  ["en-US,en;q=0.9,hi;q=0.8", "en"],
  ["ta-IN,ta;q=0.9,hi;q=0.7,en;q=0.5", "hi"],
  ["en;q=0.5, hi;q=0.9", "hi"],
  ["hi;q=0, en;q=0.1", "en"],
  ["HI", "hi"],
  ["fr", null],
  ["*", null],
  [";;q=,,", null],
])("[S11.1] a browser that accepts %s gets %s", (header, language) => {
  expect(asked("/", { "accept-language": header })).toBe(language);
});

test.each(["lang=fr", "lang=", "lang=%E0", "lang=toString", "lang=__proto__"])(
  "[S11.1] an unknown choice (%s) counts as none",
  (choice) => {
    expect(asked(`/?${choice}`, { "accept-language": "hi" })).toBe("hi");
    expect(asked("/", { cookie: choice, "accept-language": "hi" })).toBe("hi");
  },
);
