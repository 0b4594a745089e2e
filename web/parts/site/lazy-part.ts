import { type ComponentType, lazy } from "react";

/**
 * A part that few pages show. Its script loads when it is first rendered; the server waits for it,
 * so it is in the first HTML.
 */
export function lazyPart<P extends object>(bring: () => Promise<ComponentType<P>>) {
  return lazy(async () => ({ default: await askUntilItComes(bring) }));
}

/**
 * Retries loading a script. If the shop answers, the script was removed by a deployment, so the
 * page is reloaded.
 */
async function askUntilItComes<T>(bring: () => Promise<T>): Promise<T> {
  return bring().catch(async (cause) => {
    if (import.meta.env.SSR) throw cause;
    if ((await fetch(location.href, { method: "HEAD" }).catch(() => null))?.ok) location.reload();
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    return askUntilItComes(bring);
  });
}
