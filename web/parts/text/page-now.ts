import { createContext } from "react";

/**
 * The time by which a page says *today* and *tomorrow*; null for pages that show whole dates. It
 * comes from the server, so that the first render in the browser says the same.
 */
export const PageNow = createContext<Date | null>(null);
