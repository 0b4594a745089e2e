import type { Config } from "#platform/config.server.ts";
import type { HostStep } from "./host-env.ts";

/** Whether a proxy seems to stand in front that nobody told the shop about. */
export type ProxyWatch = { watch: HostStep; isUnknown(): boolean };

/** Watches for `X-Forwarded-For` while `TRUST_PROXY` is 0: all visitors behind that proxy would count as one address. Known until the shop is started again. */
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
