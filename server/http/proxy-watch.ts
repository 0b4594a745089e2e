import type { Config } from "#platform/config.server.ts";
import type { HostMiddleware } from "./host-env.ts";

/** Whether there seems to be a proxy in front that is not configured. */
type ProxyWatch = { watch: HostMiddleware; isUnknown(): boolean };

/**
 * Watches for `X-Forwarded-For` while `TRUST_PROXY` is 0: all visitors behind that proxy would
 * count as one address. The finding stays until the shop restarts.
 */
export function openProxyWatch({ trustProxy }: Pick<Config, "trustProxy">): ProxyWatch {
  let isUnknown = false;
  return {
    isUnknown: () => isUnknown,
    async watch(c, next) {
      isUnknown ||= trustProxy === 0 && c.req.raw.headers.has("x-forwarded-for");
      await next();
    },
  };
}
