import fc from "fast-check";
import type { Call } from "./calls.ts";
import type { Furnished } from "./furnished.ts";
import { oddBytes, oddText, oddValue } from "./junk.ts";
import type { RawRequest } from "./raw-request.ts";

/** A request that no browser of ours sends, and in words what it is. */
export type Malformed = RawRequest & { title: string };

type Given = { address: string; calls: Call[]; furnished: Furnished };
type Header = [name: string, value: string];
type Body = { type: string; bytes: Buffer };
type Parts = { method: string; target: string; headers: Header[]; body: Body | null };

const METHODS = [
  "GET",
  "HEAD",
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
  "OPTIONS",
  "TRACE",
  "CONNECT",
  "PROPFIND",
  "QUERY",
  "get",
  "FOO",
  "M-SEARCH",
];
const BOUNDARY = "----torture";

/** Malformed requests to every call: each with one fault or more, in its address, its headers, its body, or the way it is sent. */
export function malformedRequests({ address, calls, furnished }: Given): fc.Arbitrary<Malformed> {
  const { host } = new URL(address);
  const agents = fc.constantFrom("Mozilla/5.0 bot", "Mozilla/5.0 (X11; Linux x86_64)");
  return fc
    .tuple(fc.constantFrom(...calls), fc.constantFrom("guest", "customer", "admin", "admin"), agents)
    .chain(([call, visitor, agent]) => {
      const cookie = furnished.cookies[visitor];
      const usual: Header[] = [
        ["Host", host],
        ["Connection", "close"],
        ["Origin", address],
        ["User-Agent", agent],
        ...(cookie === "" ? [] : ([["Cookie", cookie]] satisfies Header[])),
      ];
      const takesBody = !["GET", "HEAD"].includes(call.method);
      const parts = fc.record({
        method: often(call.method, fc.constantFrom(...METHODS)),
        target: often(
          call.path,
          faultyTarget.map((fault) => fault(call.path)),
          3,
        ),
        headers: fc.array(faultyHeader(address), { maxLength: 2 }).map((faults) => faults.reduce((before, fault) => fault(before), usual)),
        body: takesBody ? malformedBody(call) : often(null, malformedBody(call)),
      });
      return parts
        .chain(framed)
        .map((request) => ({ ...request, title: `${visitor}: ${request.title} of ${call.method} ${call.pattern}` }));
    });
}

function often<T, O>(usual: T, odd: fc.Arbitrary<O>, weight = 8): fc.Arbitrary<T | O> {
  return fc.oneof({ weight, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: odd });
}

/** A path with one of its pieces made odd, or with an odd question behind it. */
const faultyTarget: fc.Arbitrary<(path: string) => string> = fc
  .tuple(
    fc.constantFrom("piece", "behind", "before", "question"),
    fc.oneof(
      fc.constantFrom(
        ...["%00", "%2f", "%5c", "%2e%2e", "..", ".", "%c0%ae%c0%ae", "%c0%af", "%", "%z", "%ff", "%ed%a0%80", "%F0%9F%92%A9", "\\", "//"],
        ...[
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
        ],
        ...["A".repeat(3_000), "/a".repeat(1_000), "%41".repeat(2_000), "0", "-1", "%20", "+", "%u0041", "REQ-", "REQ-MJUJ7Z40", "..%2f"],
      ),
      oddText.map((text) => encodeURIComponent(text.toWellFormed()).slice(0, 6_000)),
    ),
    fc.array(fc.tuple(fc.constantFrom(...questions()), oddText), { maxLength: 4 }),
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
    ...[
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
    ],
    ...["_routes", "index", "p", "version", "w", "width", "message", "__proto__", "constructor", "after[]", "", "%00", "%"],
  ];
}

function faultyHeader(address: string): fc.Arbitrary<(headers: Header[]) => Header[]> {
  const values = fc.oneof(
    oddText.map((text) =>
      Buffer.from(text.replaceAll(/[\0\r\n]/g, ""), "utf8")
        .toString("latin1")
        .slice(0, 9_000),
    ),
    fc.constantFrom(
      "",
      "null",
      "*",
      '"',
      ",",
      ";",
      "=",
      "0",
      "-1",
      "\x80\xff",
      "a=b; a=b",
      'W/""',
      "bytes=0-,-1,5-2",
      "q=2;br;;",
      "a".repeat(9_000),
    ),
  );
  const replaced = fc
    .tuple(fc.constantFrom("Host", "Origin", "Cookie", "User-Agent"), values, fc.constantFrom("replace", "remove", "twice"))
    .map(([name, value, how]) => (headers: Header[]): Header[] => {
      const others = headers.filter(([known]) => known !== name);
      return how === "remove" ? others : how === "twice" ? [...headers, [name, value]] : [...others, [name, value]];
    });
  const hosts = fc
    .constantFrom(
      "evil.example",
      "localhost:99999",
      "[::1",
      "[::1]",
      "127.1",
      "0x7f.1",
      "a@localhost",
      "localhost/",
      "LOCALHOST",
      "xn--",
      "a..b",
      " ",
    )
    .map(
      (host) =>
        (headers: Header[]): Header[] =>
          headers.map(([name, value]) => (name === "Host" ? [name, host] : [name, value])),
    );
  const cookies = fc
    .tuple(fc.constantFrom("trackside.session_token", "trackside.browser", "trackside.reset", "theme", "__proto__", "", "a"), values)
    .map(([name, value]) => (headers: Header[]): Header[] => [...headers, ["Cookie", `${name}=${value}`]]);
  const added = fc
    .tuple(
      fc.constantFrom(
        ...["X-Access-Key", "Authorization", "Idempotency-Key", "If-None-Match", "If-Modified-Since", "Accept-Encoding", "Accept-Language"],
        ...["Accept", "Range", "X-Forwarded-For", "X-Forwarded-Proto", "X-Forwarded-Host", "Content-Encoding", "X-HTTP-Method-Override"],
        ...[
          "Purpose",
          "Sec-Fetch-Site",
          "Referer",
          "X-Original-URL",
          "X-React-Router-Request",
          "Last-Event-ID",
          "Cache-Control",
          "Expect",
          "Upgrade",
        ],
        ...["X-Trackside-Address", "Forwarded", "Via", "TE", "Trailer", "Max-Forwards", "DNT", "__proto__", "constructor"],
      ),
      fc.oneof(values, fc.constantFrom("gzip", "Bearer a", "text/event-stream", "100-continue", "websocket", "DELETE", address, "q=0")),
    )
    .map((header) => (headers: Header[]): Header[] => [...headers, header]);
  return fc.oneof(replaced, hosts, cookies, added);
}

/** A body for a call: its own fields with odd values among them, or no such thing. */
function malformedBody({ method, pattern, fields }: Call): fc.Arbitrary<Body> {
  const isApi = pattern.startsWith("/api/") || method === "PUT";
  const names = [...new Set([...Object.keys(fields), "password", "next", "currentPassword", "__proto__", "x"])];
  const oddFields = fc
    .array(fc.tuple(fc.constantFrom(...names), oddValue, fc.boolean()), { minLength: 1, maxLength: 3 })
    .map((changes) =>
      Object.fromEntries([...Object.entries(fields), ...changes.map(([name, value, isGone]) => [name, isGone ? undefined : value])]),
    );
  const json = oddFields.map((body) => ({ type: "application/json", bytes: Buffer.from(JSON.stringify(body)) }));
  const form = oddFields.map((body) => ({ type: "application/x-www-form-urlencoded", bytes: Buffer.from(encoded(body)) }));
  const parts = oddFields.map((body) => ({ type: `multipart/form-data; boundary=${BOUNDARY}`, bytes: multipart(body) }));
  const shaped = isApi
    ? fc.oneof({ weight: 5, arbitrary: json }, parts, { weight: 3, arbitrary: brokenJson(fields) })
    : fc.oneof({ weight: 4, arbitrary: form }, { weight: 2, arbitrary: parts }, brokenForm(fields));
  return fc.oneof(
    { weight: 6, arbitrary: shaped },
    { weight: 2, arbitrary: fc.tuple(shaped, faultyType).map(([body, type]) => ({ ...body, type })) },
    { weight: 2, arbitrary: fc.tuple(parts, brokenMultipart).map(([body, broken]) => ({ ...body, bytes: broken(body.bytes) })) },
    { weight: 1, arbitrary: fc.tuple(oddBytes, faultyType).map(([bytes, type]) => ({ bytes, type })) },
  );
}

const faultyType = fc.constantFrom(
  ...[
    "",
    "application/json",
    "application/json; charset=utf-16",
    "application/json;;;=",
    "text/json",
    "application/jsonp",
    "text/plain",
    "*/*",
  ],
  ...[
    "multipart/form-data",
    "multipart/form-data; boundary=",
    'multipart/form-data; boundary="',
    "multipart/form-data; boundary=\xff",
    "multipart/mixed",
  ],
  ...[
    `multipart/form-data; boundary=${"b".repeat(300)}`,
    "application/x-www-form-urlencoded; charset=koi8-r",
    "application/x-www-form-urlencoded",
  ],
  ...[
    "image/png",
    "text/x-script, application/x-www-form-urlencoded",
    "application/xml",
    `multipart/form-data; boundary=${BOUNDARY}`,
    "\x80",
  ],
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
    oddBytes.map((bytes) => Buffer.concat([Buffer.from('{"productId":"'), bytes, Buffer.from('"}')])),
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
      oddBytes,
    )
    .map((bytes) => ({ type: "application/x-www-form-urlencoded", bytes }));
}

/** One cut, or one replacement, in the middle of a multipart form. */
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

/** The bytes of a request: mostly framed as it should be, else broken where HTTP itself is read. */
function framed(parts: Parts): fc.Arbitrary<Malformed> {
  const plain = fc.constant({ bytes: wire(parts, lengthOf(parts)), isWhole: true, title: "malformed" });
  const target = parts.target.startsWith("/") ? parts.target : "/";
  const length = parts.body?.bytes.length ?? 0;
  const framing = fc
    .constantFrom<[string, Header[]]>(
      ...lengths(length).map((value): [string, Header[]] => [`length ${value}`, [["Content-Length", value]]]),
      [
        "two lengths",
        [
          ["Content-Length", "5"],
          ["Content-Length", "6"],
        ],
      ],
      [
        "length and chunks",
        [
          ["Content-Length", "5"],
          ["Transfer-Encoding", "chunked"],
        ],
      ],
      [
        "two codings",
        [
          ["Transfer-Encoding", "chunked"],
          ["Transfer-Encoding", "identity"],
        ],
      ],
      ...["chunked, identity", "xchunked", "chunked\x0b", " chunked", "gzip", "chunked, chunked", "CHUNKED"].map(
        (value): [string, Header[]] => [`coding ${JSON.stringify(value)}`, [["Transfer-Encoding", value]]],
      ),
    )
    .map(([title, headers]) => ({ bytes: wire(parts, headers), isWhole: false, title }));
  const chunks = fc
    .constantFrom(
      "0\r\n\r\n",
      "zz\r\n",
      "FFFFFFFFFFFFFFFFF\r\n",
      "-1\r\n",
      "5\r\nabc",
      "5;a=b\r\nabcde\r\n0\r\nX: y\r\n\r\n",
      "1\r\na\r\n".repeat(500),
      `1;${"x".repeat(20_000)}\r\n`,
    )
    .map((body) => ({
      bytes: wire({ ...parts, body: { type: parts.body?.type ?? "", bytes: Buffer.from(body) } }, [["Transfer-Encoding", "chunked"]]),
      isWhole: false,
      title: "chunks",
    }));
  const lines = fc
    .constantFrom(
      ...[
        `${parts.method} ${target}\r\n`,
        `${parts.method}  ${target}  HTTP/1.1\r\n`,
        `${parts.method} ${target} HTTP/9.9\r\n`,
        `GET ${target} HTTP/0.9\r\n`,
      ],
      ...[
        `GET http://evil.example${target} HTTP/1.1\r\n`,
        "GET * HTTP/1.1\r\n",
        "OPTIONS * HTTP/1.1\r\n",
        `\r\n\r\nGET ${target} HTTP/1.1\r\n`,
        `GET ${target}\0 HTTP/1.1\r\n`,
      ],
      ...[
        `GET ${target}\xff\xfe HTTP/1.1\r\n`,
        "PRI * HTTP/2.0\r\n\r\nSM\r\n",
        "\x16\x03\x01\x02\0\x01",
        `GET ${target} HTTP/1.1\n`,
        `GET\t${target}\tHTTP/1.1\r\n`,
        `GET ${target} HTTP/1.0\r\n`,
        `GET ?${target} HTTP/1.1\r\n`,
        "GET http:// HTTP/1.1\r\n",
        "GET http://[ HTTP/1.1\r\n",
      ],
    )
    .map((line) => ({
      bytes: Buffer.concat([Buffer.from(line, "latin1"), headersOf(parts.headers), Buffer.from("\r\n")]),
      isWhole: false,
      title: `line ${JSON.stringify(line.slice(0, 30))}`,
    }));
  const heads = fc
    .constantFrom(
      "No colon\r\n",
      "A : b\r\n",
      ": b\r\n",
      " folded\r\n",
      "A: b\r\n folded\r\n",
      "A\0: b\r\n",
      "A: b\0\r\n",
      `A: ${"a".repeat(20_000)}\r\n`,
      "A: b\r\n".repeat(2_500),
      "A: b\n",
      "\xff: b\r\n",
      "Cookie: a=b\r\n".repeat(500),
    )
    .map((head) => ({
      bytes: Buffer.concat([Buffer.from(`${requestLine(parts)}${head}`, "latin1"), headersOf(parts.headers), Buffer.from("\r\n")]),
      isWhole: false,
      title: `header ${JSON.stringify(head.slice(0, 20))}`,
    }));
  const smuggled = fc
    .constantFrom(
      `POST /api/orders HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc`,
      "GET /admin/dashboard HTTP/1.1\r\n\r\n",
      "G",
      "0\r\n\r\nGET /404 HTTP/1.1\r\nX: ",
    )
    .map((second) => ({
      bytes: Buffer.concat([
        wire({ ...parts, headers: parts.headers.filter(([name]) => name !== "Connection") }, lengthOf(parts)),
        Buffer.from(second),
      ]),
      isWhole: false,
      title: "smuggled",
    }));
  const cut = fc.double({ min: 0, max: 1, noNaN: true }).map((at) => {
    const whole = wire(parts, lengthOf(parts));
    return { bytes: whole.subarray(0, Math.floor(at * whole.length)), isWhole: false, title: "cut" };
  });
  return fc.oneof({ weight: 14, arbitrary: plain }, framing, chunks, lines, heads, smuggled, cut);
}

function lengths(length: number): string[] {
  return [
    "-1",
    "1e3",
    "99999999999999999999",
    `+${length}`,
    `${length},${length}`,
    "0x5",
    "",
    String(length + 10),
    String(Math.max(0, length - 3)),
    "134217729",
  ];
}

function lengthOf({ body }: Parts): Header[] {
  return body === null ? [] : [["Content-Length", String(body.bytes.length)]];
}

function requestLine({ method, target }: Parts): string {
  return `${method} ${target} HTTP/1.1\r\n`;
}

function wire(parts: Parts, framing: Header[]): Buffer {
  const type: Header[] = parts.body === null || parts.body.type === "" ? [] : [["Content-Type", parts.body.type]];
  const head = headersOf([...parts.headers, ...type, ...framing]);
  return Buffer.concat([Buffer.from(requestLine(parts), "latin1"), head, Buffer.from("\r\n"), parts.body?.bytes ?? Buffer.alloc(0)]);
}

function headersOf(headers: Header[]): Buffer {
  return Buffer.from(headers.map(([name, value]) => `${name}: ${value}\r\n`).join(""), "latin1");
}
