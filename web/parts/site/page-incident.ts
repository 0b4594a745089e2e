import { createContext } from "react";

/** The number under which this page's failure is logged, for an error page to show; null where the server had no part in it. */
export const PageIncident = createContext<string | null>(null);
