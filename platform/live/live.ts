/** The PostgreSQL channel on which changes are announced; its payload is the topic. */
export const CHANGED = "changed";

/**
 * Announces that something changed, never what. Topics are plain strings, such as `order:REQ-…`.
 */
export type Live = {
  /**
   * Calls `onChange` after every committed change of the topic, and once after a lost connection is
   * restored. Returns how to stop.
   */
  follow(topic: string, onChange: () => void): () => void;
  /**
   * Whether the topic may have changed since then (ms since 1970); also true if that is no longer
   * known.
   */
  mayHaveChanged(topic: string, since: number): boolean;
};
