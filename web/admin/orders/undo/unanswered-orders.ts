/** Each order has an entry of its own, so that two tabs never overwrite each other's. */
const PREFIX = "unanswered-decision:";

/**
 * Records in the browser which orders a decision is on its way about: their codes and nothing else.
 * `dueAt`, in ms since 1970, is when its answer must have come. [S12.5]
 */
export function recordUnanswered(codes: string[], dueAt: number): void {
  stored((storage) => {
    for (const code of codes) storage.setItem(PREFIX + code, String(dueAt));
  });
}

/** Removes the records of decisions that were answered or undone. */
export function removeUnanswered(codes: string[]): void {
  stored((storage) => {
    for (const code of codes) storage.removeItem(PREFIX + code);
  });
}

/** The recorded orders, each with the time at which the answer must have come. */
export function unansweredOrders(): [code: string, dueAt: number][] {
  const found: [string, number][] = [];
  stored((storage) => {
    for (const key of Object.keys(storage))
      if (key.startsWith(PREFIX)) found.push([key.slice(PREFIX.length), Number(storage.getItem(key))]);
  });
  return found;
}

/**
 * Asks the shop about the recorded orders that are due. Returns the codes of those that are still
 * pending: their decision never arrived. Where the shop does not answer, the record stays. [S12.5]
 */
export async function findUnarrived(): Promise<string[]> {
  const unarrived: string[] = [];
  for (const [code, dueAt] of unansweredOrders()) {
    if (dueAt > Date.now()) continue;
    const isPending = await isStillPending(code);
    if (isPending === null) continue;
    removeUnanswered([code]);
    if (isPending) unarrived.push(code);
  }
  return unarrived;
}

/** Null if the shop does not say. */
async function isStillPending(code: string): Promise<boolean | null> {
  try {
    const answer = await fetch(`/api/orders/${encodeURIComponent(code)}`, { cache: "no-store" });
    if (answer.status === 404) return false;
    if (!answer.ok) return null;
    const { status }: { status: string } = await answer.json();
    return status === "pending";
  } catch {
    return null;
  }
}

/** A browser without storage records nothing. */
function stored(use: (storage: Storage) => void): void {
  try {
    use(localStorage);
  } catch {
    // See above.
  }
}
