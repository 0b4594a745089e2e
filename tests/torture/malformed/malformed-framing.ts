import fc from "fast-check";
import type { RawRequest } from "./raw-request.ts";

/** A request that none of our browsers would send, and a description of it. */
export type Malformed = RawRequest & { title: string };

/** A header as sent, in latin1. */
export type Header = [name: string, value: string];

/** A body with its `Content-Type`, which is not sent if it is empty. */
export type Body = { type: string; bytes: Buffer };

type Parts = { method: string; target: string; headers: Header[]; body: Body | null };

/** The bytes of a request: mostly framed correctly, otherwise broken at the level of HTTP. */
export function framed(parts: Parts): fc.Arbitrary<Malformed> {
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
      `${parts.method} ${target}\r\n`,
      `${parts.method}  ${target}  HTTP/1.1\r\n`,
      `${parts.method} ${target} HTTP/9.9\r\n`,
      `GET ${target} HTTP/0.9\r\n`,
      `GET http://evil.example${target} HTTP/1.1\r\n`,
      "GET * HTTP/1.1\r\n",
      "OPTIONS * HTTP/1.1\r\n",
      `\r\n\r\nGET ${target} HTTP/1.1\r\n`,
      `GET ${target}\0 HTTP/1.1\r\n`,
      `GET ${target}\xff\xfe HTTP/1.1\r\n`,
      "PRI * HTTP/2.0\r\n\r\nSM\r\n",
      "\x16\x03\x01\x02\0\x01",
      `GET ${target} HTTP/1.1\n`,
      `GET\t${target}\tHTTP/1.1\r\n`,
      `GET ${target} HTTP/1.0\r\n`,
      `GET ?${target} HTTP/1.1\r\n`,
      "GET http:// HTTP/1.1\r\n",
      "GET http://[ HTTP/1.1\r\n",
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
      "GET /admin/orders HTTP/1.1\r\n\r\n",
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
