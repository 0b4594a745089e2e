import fc from "fast-check";
import type { Call } from "./calls.ts";
import type { Furnished } from "./furnished.ts";
import { malformedBody } from "./malformed-bodies.ts";
import { framed, type Header, type Malformed } from "./malformed-framing.ts";
import { faultyHeader } from "./malformed-headers.ts";
import { faultyTarget } from "./malformed-targets.ts";

type Given = { address: string; calls: Call[]; furnished: Furnished };

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

/**
 * Malformed requests to every call, each with at least one fault in its URL, headers, body or
 * framing.
 */
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
