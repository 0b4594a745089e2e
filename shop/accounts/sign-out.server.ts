import type { Services } from "#platform/provides.ts";
import type { Auth } from "./auth.server.ts";
import { sessionCookie } from "./cookies.ts";
import { cookiesOf } from "./signed-in.server.ts";

/** Ends the session and gives the headers that drop its cookie. When ending it fails, that is only logged. [S2.2] */
export async function signOut(services: Pick<Services, "log">, auth: Auth, headers: Headers): Promise<Headers> {
  try {
    return cookiesOf(await auth.signOut(headers));
  } catch (cause) {
    services.log.error("logout failed", cause);
    return droppedSession(auth);
  }
}

/** The header that drops the session's cookie, for a session that has ended already. */
export function droppedSession({ sessionCookie: { isSecure } }: Pick<Auth, "sessionCookie">): Headers {
  return new Headers({ "set-cookie": sessionCookie(null, isSecure) });
}
