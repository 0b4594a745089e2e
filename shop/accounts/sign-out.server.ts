import type { Services } from "#platform/provides.ts";
import type { Auth } from "./auth.server.ts";
import { sessionCookie } from "./cookies.ts";
import { cookiesOf } from "./signed-in.server.ts";

/**
 * What a browser is told to forget with the session. Not its cookies: with the browser's key a guest would lose orders, and the session's is dropped by
 * itself. Not its cache: nothing private is in it, and a large one takes long to empty.
 */
const FORGOTTEN = '"storage"';

/** Ends the session and gives the headers that drop its cookie, and what the browser kept. When ending it fails, that is only logged. [S2.2] */
export async function signOut(services: Pick<Services, "log">, auth: Auth, headers: Headers): Promise<Headers> {
  try {
    return forgetting(cookiesOf(await auth.signOut(headers)));
  } catch (cause) {
    services.log.error("logout failed", cause);
    return droppedSession(auth);
  }
}

/** The headers that drop the session's cookie, and what the browser kept, for a session that has ended already. */
export function droppedSession({ sessionCookie: { isSecure } }: Pick<Auth, "sessionCookie">): Headers {
  return forgetting(new Headers({ "set-cookie": sessionCookie(null, isSecure) }));
}

function forgetting(headers: Headers): Headers {
  headers.set("Clear-Site-Data", FORGOTTEN);
  return headers;
}
