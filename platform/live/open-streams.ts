/**
 * Counts the open event streams of each address. A stream is a connection of one process, so each
 * process counts its own.
 */
export type OpenStreams = {
  /**
   * The number of processes that share an address's limit: each allows an equal part, because it
   * cannot see the others' streams.
   */
  processes: number;
  /**
   * Whether an address may open one more stream in this process; `most` is its limit in all
   * processes.
   */
  mayOpen(address: string, most: number): boolean;
  /** Counts a stream that opens. The returned function counts, once, that it closed. */
  open(address: string): () => void;
};

/** Counts the event streams of one process. [S4.7] */
export function countStreams(): OpenStreams {
  const counts = new Map<string, number>();

  function add(address: string, more: 1 | -1): void {
    const now = (counts.get(address) ?? 0) + more;
    if (now > 0) counts.set(address, now);
    else counts.delete(address);
  }

  return {
    processes: 1,
    mayOpen(address, most) {
      return (counts.get(address) ?? 0) < Math.ceil(most / this.processes);
    },
    open(address) {
      add(address, 1);
      let isClosed = false;
      return () => {
        if (!isClosed) add(address, -1);
        isClosed = true;
      };
    },
  };
}
