import { followed } from "#web/ui/store.ts";

/**
 * The order placed from this history entry, so that going back does not order twice; null allows
 * another one. [S2.14]
 */
export const placedHere = followed<string | null>({
  initial: null,
  read: () => {
    const placed: unknown = history.state?.placed;
    return typeof placed === "string" ? placed : null;
  },
  write: (requestCode) => history.replaceState({ ...history.state, placed: requestCode }, ""),
});
