/** What one request holds of the room that all share. */
export type Hold = {
  /** Holds that many more bytes; no, and none of them, where the room is full. */
  add(bytes: number): boolean;
  /** Gives back all that it holds. */
  release(): void;
};

/** Room for so many bytes; each call of what comes back opens one request's hold on it. */
export function roomFor(most: number): () => Hold {
  let held = 0;
  return () => {
    let own = 0;
    return {
      add(bytes) {
        if (held + bytes > most) return false;
        held += bytes;
        own += bytes;
        return true;
      },
      release() {
        held -= own;
        own = 0;
      },
    };
  };
}
