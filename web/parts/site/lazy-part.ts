import { type ComponentType, lazy } from "react";
import { reloadIncomplete } from "./failed-navigation.ts";

/**
 * A part that few pages show. Its script loads when it is first rendered; the server waits for it,
 * so it is in the first HTML.
 */
export function lazyPart<P extends object>(bring: () => Promise<ComponentType<P>>) {
  return lazy(() => noted(askUntilItComes(bring).then((Part) => ({ default: Part }))));
}

/** The parts that were rendered before their script was there. */
const awaited = new Set<Promise<unknown>>();

function noted<T>(part: Promise<T>): Promise<T> {
  awaited.add(part);
  const forget = () => void awaited.delete(part);
  part.then(forget, forget);
  return part;
}

/**
 * Settles when the scripts of all parts rendered so far are there; null if they are. A part that
 * comes may contain another one, so ask again then.
 */
export function comingParts(): Promise<unknown> | null {
  return awaited.size > 0 ? Promise.allSettled(awaited) : null;
}

/**
 * Retries loading a script. If the shop answers, the script was removed by a deployment, so the
 * page is reloaded, unless that would take away what somebody filled in.
 */
async function askUntilItComes<T>(bring: () => Promise<T>): Promise<T> {
  return bring().catch(async (cause) => {
    if (import.meta.env.SSR) throw cause;
    const isShopThere = (await fetch(location.href, { method: "HEAD" }).catch(() => null))?.ok;
    if (isShopThere) reloadIncomplete();
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    return askUntilItComes(bring);
  });
}
