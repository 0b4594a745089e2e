import { and, eq, isNotNull } from "drizzle-orm";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import { sha256 } from "#platform/encryption/vault.server.ts";
import { announce } from "#platform/live/announce.server.ts";
import type { Services } from "#platform/provides.ts";
import { pushDevices } from "#shop/push/tables.server.ts";
import { accountTopic } from "../account-topic.ts";
import { browserKeyIn, sessionCookie } from "../sessions/cookies.ts";
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
 * Ends the session, in open pages too, and with it what push tells this browser as a buyer, and returns
 * the headers that delete its cookie and the browser's storage. If ending it fails, that is only
 * logged. [S2.2] [S14.11]
 */
export async function signOut(services: Pick<Services, "db" | "log">, auth: Auth, headers: Headers): Promise<Headers> {
  try {
    await endSession(services, auth, headers);
    return forgetting(cookiesOf(await auth.signOut(headers)));
  } catch (cause) {
    services.log.error("logout failed", cause);
    return droppedSession(auth);
  }
}

/** A device of this browser may belong to an earlier login, or to one of another account that ran out. */
async function endSession({ db }: Pick<Services, "db">, auth: Auth, headers: Headers): Promise<void> {
  const token = auth.tokenIn(headers);
  if (token === null) return;
  await inTransaction(db, async (tx) => {
    const [ended] = await tx.delete(sessions).where(eq(sessions.token, token)).returning({ userId: sessions.userId });
    const key = browserKeyIn(headers, auth.sessionCookie.isSecure);
    if (key !== null) await tx.delete(pushDevices).where(and(isNotNull(pushDevices.userId), eq(pushDevices.browserHash, sha256(key))));
    if (ended) await announce(tx, accountTopic(ended.userId));
  });
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
