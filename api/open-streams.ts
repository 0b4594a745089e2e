import type { Services } from "#platform/provides.ts";

type Live = Services["live"];

/** How many event streams are open to each address, for each shop of this process. A stream is a connection of one process, so each counts its own. */
const open = new WeakMap<Live, Map<string, number>>();

/** Among how many processes an address's streams are shared out. */
const shares = new WeakMap<Live, number>();

/** Notes that so many processes deal the connections of one port out among themselves: each lets an address have its part, for none knows of the others'. */
export function shareStreams(live: Live, processes: number): void {
  shares.set(live, processes);
}

/** Whether an address may have one more in this process, where it may have `most` in all. */
export function mayOpenStream(live: Live, address: string, most: number): boolean {
  return openStreamsOf(live, address) < Math.ceil(most / (shares.get(live) ?? 1));
}

/** How many streams are open to an address. */
function openStreamsOf(live: Live, address: string): number {
  return open.get(live)?.get(address) ?? 0;
}

/** Notes that a stream opened; what comes back notes, once, that it closed. */
export function noteStream(live: Live, address: string): () => void {
  add(live, address, 1);
  let isClosed = false;
  return () => {
    if (!isClosed) add(live, address, -1);
    isClosed = true;
  };
}

function add(live: Live, address: string, more: number): void {
  const counts = open.get(live) ?? new Map<string, number>();
  open.set(live, counts);
  const now = (counts.get(address) ?? 0) + more;
  if (now > 0) counts.set(address, now);
  else counts.delete(address);
}
