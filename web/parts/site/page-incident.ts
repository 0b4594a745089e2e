import { createContext } from "react";

/** The incident number of this page's failure; null if the server did not fail. */
export const PageIncident = createContext<string | null>(null);
