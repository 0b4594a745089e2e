import { UNSAFE_decodeViaTurboStream as decode, UNSAFE_ErrorResponseImpl as ErrorResponse } from "react-router";

/** Posts an encoded form to a route's action, as the router does, but may outlive the page. */
export function postForm(address: string, body: string, more: { keepalive?: boolean } = {}): Promise<Response> {
  const headers = { "Content-Type": "application/x-www-form-urlencoded;charset=UTF-8" };
  return fetch(`${address}.data`, { method: "POST", headers, body, ...more });
}

/** Reads what the action returned. Throws what it threw, like the router's `serverAction`. */
export async function readPosted<T>(answer: Response): Promise<T> {
  const { status, statusText, body } = answer;
  if (!body || !answer.headers.has("X-Remix-Response")) throw new ErrorResponse(status, statusText, null);
  const said = (await decode(body, window)).value as { data: T } | { error: unknown } | { redirect: string };
  if ("data" in said) return said.data;
  throw "error" in said ? said.error : new ErrorResponse(status, statusText, null);
}
