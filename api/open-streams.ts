import type { Services } from "#platform/provides.ts";

type Live = Services["live"];

/** How many event streams are open to each address, for each shop of this process. A stream is a connection of one process, so each counts its own. */
const open = new WeakMap<Live, Map<string, number>>();

/** How many streams are open to an address. */
export function openStreamsOf(live: Live, address: string): number {
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
