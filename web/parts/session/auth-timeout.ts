import { AUTH_TIMEOUT_MOBILE_MS, AUTH_TIMEOUT_MS } from "#shop/constants.ts";

/** How long an authentication request may take: longer on a mobile. [S9.4] */
export function authTimeout(): number {
  return matchMedia("(pointer: coarse)").matches ? AUTH_TIMEOUT_MOBILE_MS : AUTH_TIMEOUT_MS;
}

/** Sends an authentication request, and gives up as a broken connection does when nothing comes in time. [S9.4] */
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
