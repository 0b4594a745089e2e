import fc from "fast-check";
import { junkText } from "./junk.ts";
import type { Header } from "./malformed-framing.ts";

/** One additional, unusual, missing or duplicate header. */
export function faultyHeader(address: string): fc.Arbitrary<(headers: Header[]) => Header[]> {
  const values = fc.oneof(
    junkText.map((text) =>
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
        "X-Access-Key",
        "Authorization",
        "Idempotency-Key",
        "If-None-Match",
        "If-Modified-Since",
        "Accept-Encoding",
        "Accept-Language",
        "Accept",
        "Range",
        "X-Forwarded-For",
        "X-Forwarded-Proto",
        "X-Forwarded-Host",
        "Content-Encoding",
        "X-HTTP-Method-Override",
        "Purpose",
        "Sec-Fetch-Site",
        "Referer",
        "X-Original-URL",
        "X-React-Router-Request",
        "Last-Event-ID",
        "Cache-Control",
        "Expect",
        "Upgrade",
        "X-Trackside-Address",
        "Forwarded",
        "Via",
        "TE",
        "Trailer",
        "Max-Forwards",
        "DNT",
        "__proto__",
        "constructor",
      ),
      fc.oneof(values, fc.constantFrom("gzip", "Bearer a", "text/event-stream", "100-continue", "websocket", "DELETE", address, "q=0")),
    )
    .map((header) => (headers: Header[]): Header[] => [...headers, header]);
  return fc.oneof(replaced, hosts, cookies, added);
}
