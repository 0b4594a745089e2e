import { eq } from "drizzle-orm";
import { announce } from "#platform/live/announce.server.ts";
import type { Services } from "#platform/provides.ts";
import { accountTopic } from "../account-topic.ts";
import { sessionCookie } from "../sessions/cookies.ts";
import { sessions } from "../tables.server.ts";
import type { Auth } from "./auth.server.ts";
import { cookiesOf } from "./signed-in.server.ts";

/**
 * The `Clear-Site-Data` header of a logout. Cookies stay, because a guest would lose orders without
 * the browser key, and the session cookie is deleted separately. The cache stays, because it holds
 * nothing private and clearing a large one is slow.
 */
const FORGOTTEN = '"storage"';

/**
 * Ends the session, in open pages too, and returns the headers that delete its cookie and the
 * browser's storage. If ending it fails, that is only logged. [S2.2]
 */
export async function signOut(services: Pick<Services, "db" | "log">, auth: Auth, headers: Headers): Promise<Headers> {
  try {
    const session = await whoseSession(services, auth, headers);
    const cookies = cookiesOf(await auth.signOut(headers));
    if (session) await announce(services.db, accountTopic(session.userId));
    return forgetting(cookies);
  } catch (cause) {
    services.log.error("logout failed", cause);
    return droppedSession(auth);
  }
}

async function whoseSession({ db }: Pick<Services, "db">, auth: Auth, headers: Headers): Promise<{ userId: string } | undefined> {
  const token = auth.tokenIn(headers);
  if (token === null) return undefined;
  const [session] = await db.select({ userId: sessions.userId }).from(sessions).where(eq(sessions.token, token));
  return session;
}

/**
 * The headers that delete the session cookie and the browser's storage when the session has already
 * ended.
 */
export function droppedSession({ sessionCookie: { isSecure } }: Pick<Auth, "sessionCookie">): Headers {
  return forgetting(new Headers({ "set-cookie": sessionCookie(null, isSecure) }));
}

function forgetting(headers: Headers): Headers {
  headers.set("Clear-Site-Data", FORGOTTEN);
  return headers;
}
