import { createContext } from "react";

/**
 * The nonce of the page's inline scripts, during server rendering. Null in the browser, which hides
 * it from scripts.
 */
export const PageNonce = createContext<string | null>(null);

/** The incident number of this page's failure; null if the server did not fail. */
export const PageIncident = createContext<string | null>(null);
