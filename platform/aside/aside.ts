/**
 * Where long deeds are done beside those who answer visitors: what one takes of memory and time is not taken from them, and where it breaks nothing else does.
 */
export type Aside = {
  /**
   * Does the deed of a name, which is told `about` in plain values. Resolves when it has ended; rejects where it broke, or where the shop was stopped meanwhile.
   * Where it is done in a process of its own, `givenUp` ends that process at once, also a frozen one.
   */
  do(deed: string, about: object, givenUp?: AbortSignal): Promise<void>;
};

/** Does deeds in this process: for a process that nobody else needs. */
export function asideHere(deeds: Readonly<Record<string, (about: never) => Promise<void>>>): Aside {
  return {
    async do(deed, about) {
      const work = deeds[deed];
      if (!work) throw new Error(`there is no deed ${deed}`);
      await work(about as never);
    },
  };
}
