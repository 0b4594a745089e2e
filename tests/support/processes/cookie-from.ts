/** The cookies of somebody who signs in or up at a running shop. Throws if they are refused. */
export async function cookieFrom(address: string, path: string, form: object, origin = address): Promise<string> {
  const headers = { "content-type": "application/json", origin };
  const answer = await fetch(address + path, { method: "POST", headers, body: JSON.stringify(form) });
  if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}: ${await answer.text()}`);
  return cookiesOf(answer.headers);
}

/** The headers with which the owner of a running shop sends JSON. */
export async function ownersHeaders({
  address,
  origin,
  admin,
}: {
  address: string;
  origin: string;
  admin: object;
}): Promise<Record<"origin" | "cookie" | "content-type", string>> {
  const cookie = await cookieFrom(address, "/api/auth/sign-in/email", admin, origin);
  return { origin, cookie, "content-type": "application/json" };
}

/** What a browser sends back of the cookies that it was given. */
export function cookiesOf(given: Headers): string {
  return given
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}
