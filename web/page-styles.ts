import { createContext } from "react";

/** The styles that stand in the page itself, so that nothing has to be fetched before it can be painted. */
export const PageStyles = createContext("");
