import { ServerResponse } from "node:http";
import type { Http2Bindings, HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { followingOf, followOnNode } from "#api/event-stream.ts";

type Fetch = (request: Request, bindings: HttpBindings | Http2Bindings) => Response | Promise<Response>;

/**
 * The same answers, but event streams, with the headers that they were given, are written on Node's own response. Whoever follows stays for hours:
 * what was needed to find out whether they may is let go of.
 */
export function eventsOnNode(fetch: Fetch): Fetch {
  return async (request, bindings) => {
    const answer = await fetch(request, bindings);
    const { incoming, outgoing } = bindings;
    const following = incoming.method === "GET" ? followingOf(answer) : null;
    if (!following || !(outgoing instanceof ServerResponse)) return answer;

    outgoing.writeHead(answer.status, [...answer.headers].flat());
    if (!outgoing.destroyed) followOnNode(following, outgoing);
    return RESPONSE_ALREADY_SENT;
  };
}
