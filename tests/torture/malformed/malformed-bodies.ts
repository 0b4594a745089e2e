import fc from "fast-check";
import type { Call } from "./calls.ts";
import { junkBytes, junkValue } from "./junk.ts";
import type { Body } from "./malformed-framing.ts";

const BOUNDARY = "----torture";

/** A body for a call: its own fields with some unusual values, or something else entirely. */
export function malformedBody({ method, pattern, fields }: Call): fc.Arbitrary<Body> {
  const isApi = pattern.startsWith("/api/") || method === "PUT";
  const names = [...new Set([...Object.keys(fields), "password", "next", "currentPassword", "__proto__", "x"])];
  const junkFields = fc
    .array(fc.tuple(fc.constantFrom(...names), junkValue, fc.boolean()), { minLength: 1, maxLength: 3 })
    .map((changes) =>
      Object.fromEntries([...Object.entries(fields), ...changes.map(([name, value, isGone]) => [name, isGone ? undefined : value])]),
    );
  const json = junkFields.map((body) => ({ type: "application/json", bytes: Buffer.from(JSON.stringify(body)) }));
  const form = junkFields.map((body) => ({ type: "application/x-www-form-urlencoded", bytes: Buffer.from(encoded(body)) }));
  const parts = junkFields.map((body) => ({ type: `multipart/form-data; boundary=${BOUNDARY}`, bytes: multipart(body) }));
  const shaped = isApi
    ? fc.oneof({ weight: 5, arbitrary: json }, parts, { weight: 3, arbitrary: brokenJson(fields) })
    : fc.oneof({ weight: 4, arbitrary: form }, { weight: 2, arbitrary: parts }, brokenForm(fields));
  return fc.oneof(
    { weight: 6, arbitrary: shaped },
    { weight: 2, arbitrary: fc.tuple(shaped, faultyType).map(([body, type]) => ({ ...body, type })) },
    { weight: 2, arbitrary: fc.tuple(parts, brokenMultipart).map(([body, broken]) => ({ ...body, bytes: broken(body.bytes) })) },
    { weight: 1, arbitrary: fc.tuple(junkBytes, faultyType).map(([bytes, type]) => ({ bytes, type })) },
  );
}

const faultyType = fc.constantFrom(
  "",
  "application/json",
  "application/json; charset=utf-16",
  "application/json;;;=",
  "text/json",
  "application/jsonp",
  "text/plain",
  "*/*",
  "multipart/form-data",
  "multipart/form-data; boundary=",
  'multipart/form-data; boundary="',
  "multipart/form-data; boundary=\xff",
  "multipart/mixed",
  `multipart/form-data; boundary=${"b".repeat(300)}`,
  "application/x-www-form-urlencoded; charset=koi8-r",
  "application/x-www-form-urlencoded",
  "image/png",
  "text/x-script, application/x-www-form-urlencoded",
  "application/xml",
  `multipart/form-data; boundary=${BOUNDARY}`,
  "\x80",
);

function brokenJson(fields: object): fc.Arbitrary<Body> {
  const whole = JSON.stringify(fields);
  const texts = fc.oneof(
    fc.integer({ min: 0, max: whole.length }).map((end) => Buffer.from(whole.slice(0, end))),
    fc
      .constantFrom(
        "",
        "[",
        "null",
        "1",
        '"',
        "{",
        '{"a":',
        "[1,]",
        "{'a':1}",
        "NaN",
        "1e400",
        "-",
        "\ufeff{}",
        `${whole},`,
        `${whole}${whole}`,
      )
      .map((text) => Buffer.from(text)),
    fc.constantFrom("\\u0000", "\\ud800", "\\x", "\\u12").map((text) => Buffer.from(whole.replace('":', `${text}":`))),
    fc
      .tuple(fc.constantFrom("[", '{"a":', "[[],"), fc.constantFrom(100, 5_000, 60_000))
      .map(([open, depth]) => Buffer.from(open.repeat(depth))),
    fc.constantFrom(100, 4_000, 60_000).map((depth) => Buffer.from(`${"[".repeat(depth)}${"]".repeat(depth)}`)),
    fc.constantFrom(...Object.keys(fields), "__proto__").map((name) => Buffer.from(`{"${name}":1,"${name}":[],"${name}":{"a":null}}`)),
    junkBytes.map((bytes) => Buffer.concat([Buffer.from('{"productId":"'), bytes, Buffer.from('"}')])),
  );
  return texts.map((bytes) => ({ type: "application/json", bytes }));
}

function brokenForm(fields: object): fc.Arbitrary<Body> {
  const whole = encoded({ ...fields });
  const texts = fc.constantFrom(
    "&&&",
    "=",
    "%",
    "a=%zz",
    "%00=%00",
    "a=%ff%fe",
    "a=%ed%a0%80",
    `${whole}&${whole}`,
    "a&".repeat(3_000),
    `${whole}%`,
    "=&=&=",
    whole.replaceAll("=", "[]="),
    "+=+",
  );
  return fc
    .oneof(
      texts.map((text) => Buffer.from(text)),
      junkBytes,
    )
    .map((bytes) => ({ type: "application/x-www-form-urlencoded", bytes }));
}

/** A multipart form with one cut or replacement in the middle. */
const brokenMultipart: fc.Arbitrary<(whole: Buffer) => Buffer> = fc
  .tuple(
    fc.double({ min: 0, max: 1, noNaN: true }),
    fc.constantFrom(
      "cut",
      "cut",
      "filename*=UTF-8''%ff",
      'filename="../../a\0.png"',
      "Content-Disposition: attachment",
      "\r\n\r\n",
      `\r\n--${BOUNDARY}--\r\n`,
    ),
  )
  .map(([at, change]) => (whole) => {
    const place = Math.floor(at * whole.length);
    return change === "cut"
      ? whole.subarray(0, place)
      : Buffer.concat([whole.subarray(0, place), Buffer.from(change, "latin1"), whole.subarray(place)]);
  });

function encoded(fields: Record<string, unknown>): string {
  return Object.entries(fields)
    .flatMap(([name, value]) =>
      [value].flat().map((one) => `${encodeURIComponent(name)}=${encodeURIComponent(asText(one).toWellFormed())}`),
    )
    .join("&");
}

function multipart(fields: Record<string, unknown>): Buffer {
  const pieces = Object.entries(fields).flatMap(([name, value]) =>
    [value].flat().map((one) => {
      const file =
        one instanceof File || name === "paymentProof" || name === "imageFile" ? '; filename="a.png"\r\nContent-Type: image/png' : "";
      return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${asText(one)}\r\n`;
    }),
  );
  return Buffer.from(`${pieces.join("")}--${BOUNDARY}--\r\n`);
}

function asText(value: unknown): string {
  return typeof value === "string" ? value : value === undefined ? "" : (JSON.stringify(value) ?? "");
}
