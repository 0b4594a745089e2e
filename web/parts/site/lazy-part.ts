import { type ComponentType, lazy } from "react";
import { askUntilItComes } from "./retry-import.ts";

/**
 * A part that few pages show. Its script loads when it is first rendered; the server waits for it,
 * so it is in the first HTML.
 */
export function lazyPart<P extends object>(bring: () => Promise<ComponentType<P>>) {
  return lazy(async () => ({ default: await askUntilItComes(bring) }));
}
