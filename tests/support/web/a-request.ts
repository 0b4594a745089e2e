import type { PageContext } from "#web/context.ts";

/** The parts of a request's context that the loader or action under test uses. */
export function aRequest(given: Partial<PageContext>): PageContext {
  return { isProxyUnknown: false, language: "en", apiDocument: () => null, ...given } as PageContext;
}
