import { eq } from "drizzle-orm";
import { makeAdmin } from "#shop/accounts/make-admin.server.ts";
import { CLIENT_ADDRESS_HEADER } from "#shop/accounts/sessions/cookies.ts";
import { whoIs } from "#shop/accounts/sessions/who-is.server.ts";
import type { Auth } from "#shop/accounts/sign-in/auth.server.ts";
import { signInAsAdmin } from "#shop/accounts/sign-in/sign-in.server.ts";
import { signUp } from "#shop/accounts/sign-in/sign-up.server.ts";
import { sessions } from "#shop/accounts/tables.server.ts";
import { cookiesOf } from "../processes/cookie-from.ts";
import { openTestShop, type TestShop } from "../shop/shop.ts";
import { openTestAuth } from "./auth.ts";

/** The password of every member. */
export const PASSWORD = "correct horse";

type Member = { email: string; headers: Headers; userId: string };

/** A shop in which people sign up and log in. */
export type Members = {
  shop: TestShop;
  auth: Auth;
  /** An unused email address. */
  anAddress(): string;
  aMember(email?: string): Promise<Member & { setCookie: string }>;
  anAdminSignedIn(): Promise<Member>;
  /** Advances the shop's clock. */
  later(ms: number): void;
  sessionsOf(userId: string): Promise<(typeof sessions.$inferSelect)[]>;
  close(): Promise<void>;
};

/** The headers of a browser that has received these cookies. */
export function carrying(cookies: Headers): Headers {
  return new Headers({ cookie: cookiesOf(cookies) });
}

export async function openMembers(): Promise<Members> {
  const shop = await openTestShop();
  const auth = openTestAuth(shop.services);
  let people = 0;
  const anAddress = () => {
    people += 1;
    return `person-${people}@example.com`;
  };
  return {
    shop,
    auth,
    anAddress,
    async aMember(email = anAddress()) {
      const result = await signUp(shop.services, auth, { email, password: PASSWORD }, new Headers({ [CLIENT_ADDRESS_HEADER]: email }));
      if (!result.ok) throw new Error(result.code);
      const headers = carrying(result.value.cookies);
      const visitor = await whoIs(shop.services, auth, headers);
      if (visitor.kind === "guest") throw new Error("not signed in");
      return { email, headers, setCookie: result.value.cookies.getSetCookie().join("\n"), userId: visitor.userId };
    },
    async anAdminSignedIn() {
      const email = anAddress();
      await makeAdmin(shop.services, auth, { email, password: PASSWORD });
      const result = await signInAsAdmin(auth, { email, password: PASSWORD }, new Headers());
      if (!result.ok) throw new Error(result.code);
      const headers = carrying(result.value.cookies);
      const visitor = await whoIs(shop.services, auth, headers);
      if (visitor.kind !== "admin") throw new Error("no admin");
      return { email, headers, userId: visitor.userId };
    },
    later: (ms) => shop.setNow(new Date(Date.now() + ms)),
    sessionsOf: (userId) => shop.services.db.select().from(sessions).where(eq(sessions.userId, userId)),
    close: () => shop.close(),
  };
}
