import type { Config } from "#platform/config.server.ts";
import { networkOf } from "#platform/rate-limit/network.ts";
import { CLIENT_ADDRESS_HEADER } from "#shop/accounts/sessions/cookies.ts";
import { answerRefusal } from "../answers.ts";
import { clientAddress } from "../client-address.ts";
import type { HostMiddleware } from "../host-env.ts";
import { isApi } from "../origin.ts";
import { isStreamed, limitFor } from "./body-limits.ts";
import { openBodyReader } from "./body-reader.ts";

/**
 * Prepares the request for the API and the pages: sets the network of the visitor's address, lets
 * its body be read within the visitor's limits once a handler asks for it, and sets the shop's own
 * origin. API calls do not need the origin, so most of them pass unchanged. Where the body was
 * asked for and could not be had, the answer says why. A body counts as held until the answer is
 * made.
 */
export function handedOn(config: Pick<Config, "trustProxy">): HostMiddleware {
  const laterBody = openBodyReader();
  return async (c, next) => {
    const { raw } = c.req;
    const address = clientAddress(raw.headers, c.env?.incoming?.socket.remoteAddress ?? "", config.trustProxy);
    raw.headers.set(CLIENT_ADDRESS_HEADER, networkOf(address));
    const body = laterBody(raw, (type) => limitFor(c.get("path"), type, c.get("visitor")), isStreamed(c.get("path")));
    const url = new URL(raw.url);
    const isElsewhere = url.origin !== c.get("origin") && !isApi(c.get("path"));
    if (body || isElsewhere) c.req.raw = again(raw, c.get("origin") + url.pathname + url.search, body?.stream ?? raw.body);
    try {
      await next();
      const refusal = body?.refusal();
      if (refusal) c.res = answerRefusal(c, refusal);
    } finally {
      body?.release();
    }
  };
}

function again(request: Request, url: string, body: BodyInit | null): Request {
  const { method, headers, signal } = request;
  const init: RequestInit & { duplex: "half" } = { method, headers, signal, body, duplex: "half" };
  return new Request(url, init);
}
