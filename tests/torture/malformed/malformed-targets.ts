import fc from "fast-check";
import { junkText } from "./junk.ts";

/** A path with one unusual segment, or an unusual query string. */
export const faultyTarget: fc.Arbitrary<(path: string) => string> = fc
  .tuple(
    fc.constantFrom("piece", "behind", "before", "question"),
    fc.oneof(
      fc.constantFrom(
        "%00",
        "%2f",
        "%5c",
        "%2e%2e",
        "..",
        ".",
        "%c0%ae%c0%ae",
        "%c0%af",
        "%",
        "%z",
        "%ff",
        "%ed%a0%80",
        "%F0%9F%92%A9",
        "\\",
        "//",
        "*",
        ";a=b",
        "@",
        "|",
        "__proto__",
        "constructor",
        ".data",
        ".data.data",
        "_.data",
        "%2e%2e%2f%2e%2e%2fetc%2fpasswd",
        "~",
        "%0d%0a",
        "A".repeat(3_000),
        "/a".repeat(1_000),
        "%41".repeat(2_000),
        "0",
        "-1",
        "%20",
        "+",
        "%u0041",
        "REQ-",
        "REQ-MJUJ7Z40",
        "..%2f",
      ),
      junkText.map((text) => encodeURIComponent(text.toWellFormed()).slice(0, 6_000)),
    ),
    fc.array(fc.tuple(fc.constantFrom(...questions()), junkText), { maxLength: 4 }),
  )
  .map(([place, odd, asked]) => (path) => {
    const question = asked.map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed()).slice(0, 2_000)}`).join("&");
    const pieces = path.split("/");
    if (place === "piece") return [...pieces.slice(0, -1), odd].join("/") + (question ? `?${question}` : "");
    if (place === "behind") return `${path}${odd}`;
    if (place === "before") return `/${odd}${path}`;
    return `${path}?${question || odd}`;
  });

function questions(): string[] {
  return [
    "after",
    "before",
    "search",
    "status",
    "from",
    "to",
    "paid",
    "tab",
    "sort",
    "page",
    "code",
    "order",
    "since",
    "next",
    "key",
    "state",
    "_routes",
    "index",
    "p",
    "version",
    "w",
    "width",
    "message",
    "__proto__",
    "constructor",
    "after[]",
    "",
    "%00",
    "%",
  ];
}
