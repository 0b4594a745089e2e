import { eq } from "drizzle-orm";
import { announce } from "#platform/live/announce.server.ts";
import type { Services } from "#platform/provides.ts";
import { accountTopic } from "./account-topic.ts";
import type { Auth } from "./auth.server.ts";
import { sessionCookie } from "./cookies.ts";
import { cookiesOf } from "./signed-in.server.ts";
import { sessions } from "./tables.server.ts";

/**
 * What a browser is told to forget with the session. Not its cookies: with the browser's key a guest would lose orders, and the session's is dropped by
 * itself. Not its cache: nothing private is in it, and a large one takes long to empty.
 */
const FORGOTTEN = '"storage"';

/** Ends the session, in open pages too, and gives the headers that drop its cookie, and what the browser kept. When ending it fails, that is only logged. [S2.2] */
export async function signOut(services: Pick<Services, "db" | "log">, auth: Auth, headers: Headers): Promise<Headers> {
  try {
    const told = await whoseSession(services, auth, headers);
    const cookies = cookiesOf(await auth.signOut(headers));
    if (told) await announce(services.db, accountTopic(told.userId));
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

/** The headers that drop the session's cookie, and what the browser kept, for a session that has ended already. */
export function droppedSession({ sessionCookie: { isSecure } }: Pick<Auth, "sessionCookie">): Headers {
  return forgetting(new Headers({ "set-cookie": sessionCookie(null, isSecure) }));
}

function forgetting(headers: Headers): Headers {
  headers.set("Clear-Site-Data", FORGOTTEN);
  return headers;
}
