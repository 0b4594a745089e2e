import type { Services } from "#platform/provides.ts";
import { openProcessState } from "#server/start/process-state.ts";

/** The services of another process of the same shop: its own connections and empty caches. */
export function anotherProcess(services: Services, db: Services["db"], live: Services["live"] = services.live): Services {
  return { ...services, ...openProcessState({ db, live, now: services.now }), db, live };
}
