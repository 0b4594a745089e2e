import type { Config } from "#platform/config.server.ts";
import { networkOf } from "#platform/network.ts";
import { CLIENT_ADDRESS_HEADER } from "#shop/accounts/cookies.ts";
import { BODIES_HELD_MAX_BYTES, FORM_MAX_BYTES, SMALL_BODIES_HELD_MAX_BYTES } from "#shop/constants.ts";
import { refused } from "#shop/refusal.ts";
import { answerRefusal } from "./answers.ts";
import { clientAddress } from "./client-address.ts";
import { roomFor } from "./held-bytes.ts";
import type { HostStep } from "./host-env.ts";
import { limitedBody } from "./limited-body.ts";
import { isApi, mayAct, originFor } from "./origin.ts";

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** Refuses a host that no address can have, such as a number too large for one. */
export const fromSomeHost: HostStep = async (c, next) => {
  if (!URL.canParse(c.req.url)) return answerRefusal(c, refused("hostNotOurs"), { status: 421 });
  await next();
};

/** Refuses methods nobody speaks, and addresses that cannot be decoded or hold a zero byte, which no database column takes. */
export const readable: HostStep = async (c, next) => {
  if (!methods.includes(c.req.method))
    return answerRefusal(c, refused("methodNotAllowed"), { status: 405, headers: { Allow: methods.join(", ") } });

  const url = new URL(c.req.url);
  const path = decoded(url.pathname);
  if (path === null || path.includes("\0") || url.search.includes("%00"))
    return answerRefusal(c, refused("malformedAddress"), { status: 400 });
  c.set("path", path);
  await next();
};

function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}

/** Finds the shop's own origin for a request; a host that is not ours gets 421. */
export function fromOurHost(config: Pick<Config, "appUrl">): HostStep {
  return async (c, next) => {
    const origin = originFor(c.req.raw, config.appUrl);
    if (origin === null) return answerRefusal(c, refused("hostNotOurs"), { status: 421 });
    c.set("origin", origin);
    await next();
  };
}

/** Refuses what another site made a browser send. */
export const allowedToAct: HostStep = async (c, next) => {
  if (!mayAct(c.req.raw, c.get("path"), c.get("origin"))) return answerRefusal(c, refused("foreignOrigin"));
  await next();
};

/**
 * Makes the request that the doors see: with the network of the visitor's address, its body within the limits, at the shop's own origin. The API does not
 * ask for that, so that its calls are mostly handed on as they came. What was read counts as held until the answer is made.
 */
export function handedOn(config: Pick<Config, "trustProxy">): HostStep {
  const newHold = roomFor(BODIES_HELD_MAX_BYTES, { forSmall: { upTo: FORM_MAX_BYTES, most: SMALL_BODIES_HELD_MAX_BYTES } });
  return async (c, next) => {
    const { raw } = c.req;
    const hold = newHold();
    try {
      const read = await limitedBody(raw, hold);
      if (!read.ok) return answerRefusal(c, read);

      const address = clientAddress(raw.headers, c.env?.incoming?.socket.remoteAddress ?? "", config.trustProxy);
      raw.headers.set(CLIENT_ADDRESS_HEADER, networkOf(address));
      const url = new URL(raw.url);
      const isElsewhere = url.origin !== c.get("origin") && !isApi(c.get("path"));
      if (read.value !== null || isElsewhere) c.req.raw = again(raw, c.get("origin") + url.pathname + url.search, read.value ?? raw.body);
      await next();
    } finally {
      hold.release();
    }
  };
}

function again(request: Request, url: string, body: BodyInit | null): Request {
  const { method, headers, signal } = request;
  const init: RequestInit & { duplex: "half" } = { method, headers, signal, body, duplex: "half" };
  return new Request(url, init);
}
