import { AUTH_TIMEOUT_MOBILE_MS, AUTH_TIMEOUT_MS } from "#shop/constants.ts";

/** The timeout of an authentication request, in ms: longer on touch devices. [S9.4] */
export function authTimeout(): number {
  return matchMedia("(pointer: coarse)").matches ? AUTH_TIMEOUT_MOBILE_MS : AUTH_TIMEOUT_MS;
}

/** Sends an authentication request; a timeout throws like a broken connection. [S9.4] */
export async function inTime<T>(send: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TypeError("no answer in time")), authTimeout());
  });
  try {
    return await Promise.race([send(), tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
