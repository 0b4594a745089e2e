import { createContext, use } from "react";

/** Returns a text that ui/ shows by itself. `n` is the number of bytes. */
export type UiTexts = (key: UiText, values?: { n: number }) => string;
type UiText = "bytes" | "close" | "dismiss" | "oneLess" | "oneMore" | "opensInNewTab";

/** Gives ui/ its texts in the page's language. Without it, their keys are shown. [S11.1] */
export const UiTextsOfPage = createContext<UiTexts>((key) => key);

/** The texts of ui/ in the page's language. */
export function useUiTexts(): UiTexts {
  return use(UiTextsOfPage);
}
