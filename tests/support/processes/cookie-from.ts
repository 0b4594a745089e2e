/** The cookies of somebody who signs in or up at a running shop. Throws if they are refused. */
export async function cookieFrom(address: string, path: string, form: object): Promise<string> {
  const headers = { "content-type": "application/json", origin: address };
  const answer = await fetch(address + path, { method: "POST", headers, body: JSON.stringify(form) });
  if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}: ${await answer.text()}`);
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}
