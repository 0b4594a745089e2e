/** Tells that something changed, never what. Topics are plain strings, such as `order:REQ-…`. */
export type Live = {
  /** Calls `onChange` after every committed change of the topic, and once after a lost connection came back. Returns how to stop. */
  follow(topic: string, onChange: () => void): () => void;
  /** Whether the topic may have changed since then (ms since 1970): true as well where nobody can know any more. */
  mayHaveChanged(topic: string, since: number): boolean;
  /** Since when (as `performance.now` counts) every change was heard at once, without a gap; null while that is not sure. Cheap enough to ask for each request. */
  heardSince(): number | null;
  /** The same, but where it only was quiet for long, it waits a moment for the other side to answer. */
  heardAgainSince(): Promise<number | null>;
};
