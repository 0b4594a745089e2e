import fc from "fast-check";

/**
 * Texts that often break programs: empty, too long, invalid, unusual numbers, and fragments of
 * other languages.
 */
export const junkText = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...texts()) },
  { weight: 2, arbitrary: fc.string({ unit: "binary", maxLength: 40 }) },
  { weight: 1, arbitrary: fc.string({ unit: "grapheme", maxLength: 40 }) },
  { weight: 1, arbitrary: fc.constantFrom(300, 5_000, 70_000).map((length) => "A".repeat(length)) },
);

/** Any JSON value, in place of another. */
export const junkValue: fc.Arbitrary<unknown> = fc.oneof(
  junkText,
  fc.constantFrom<unknown>(null, true, false, 0, -1, 1.5, -0, 1e21, 1e308, 5e-324, 2 ** 53, 2 ** 31, -(2 ** 63), [], {}, [null], [[]]),
  fc.array(junkText, { maxLength: 5 }),
  fc.dictionary(fc.constantFrom("__proto__", "constructor", "length", "toString", "0", ""), junkText, { maxKeys: 3 }),
  fc.integer({ min: 1, max: 3_000 }).map((depth) => nested(depth)),
  fc.jsonValue(),
);

/** Random bytes. */
export const junkBytes = fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes));

function texts(): string[] {
  return [
    "",
    " ",
    "\t",
    "\0",
    "a\0b",
    "\ud800",
    "x\udfff",
    "\ufeff",
    "\u202e",
    "💥",
    "e\u0301",
    "ﬁ",
    "İ",
    "\r\n",
    "a\r\nb: c",
    "\n\n",
    "-1",
    "0",
    "1e309",
    "NaN",
    "Infinity",
    "0x10",
    "1_000",
    "١٢",
    "99999999999999999999",
    "-0",
    "1.5",
    "1,5",
    "1e-7",
    "null",
    "undefined",
    "true",
    "[]",
    "{}",
    "[object Object]",
    "__proto__",
    "constructor",
    "toString",
    "hasOwnProperty",
    "' or 1=1--",
    "';select pg_sleep(0)--",
    "\\",
    '"',
    "`",
    "%",
    "%%",
    "%s%n",
    "#{7*7}",
    "{{7*7}}",
    "<script>alert(1)</script>",
    "$1",
    "_",
    "../../../../etc/passwd",
    "..\\..",
    "/",
    "//evil.example",
    "http://[::1",
    "javascript:alert(1)",
    "file:///etc/passwd",
    "https://a@b:c",
    "2026-02-30",
    "0000-00-00",
    "9999-12-31",
    "1970-01-01T00:00:00Z",
    "-271821-04-20",
    "275760-09-13",
    "REQ-",
    "REQ-ZZZZZZZZZZZZZ",
    "data:image/png;base64,AAAA",
    "data:image/png;base64,",
    "data:image/svg+xml;base64,PHN2Zy8+",
    "a@b",
    "@",
    '"a b"@example.com',
    "9223372036854775807",
    "9223372036854775808",
    "2147483648",
    "00000000-0000-0000-0000-000000000000",
    "🏴󠁧󠁢󠁥󠁮󠁧󠁿".repeat(20),
  ];
}

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}
