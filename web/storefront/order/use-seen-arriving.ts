import { useEffect, useState } from "react";

const waiting = new Set<string>();

/** Notes that an open page is waiting for this order's end. */
export function useWaiting(requestCode: string, isPending: boolean): void {
  useEffect(() => {
    if (isPending) waiting.add(requestCode);
  }, [requestCode, isPending]);
}

/** Whether this open page was waiting when the order's download came, and no other page of this browser has gone there before. [S4.8] */
export function useSeenArriving(requestCode: string): boolean {
  const [isArriving, setArriving] = useState(false);
  useEffect(() => {
    if (waiting.delete(requestCode) && !wasFollowed(requestCode)) setArriving(true);
  }, [requestCode]);
  return isArriving;
}

/** Remembers in this browser that the download was followed; true when it was already. */
function wasFollowed(requestCode: string): boolean {
  const key = `followed:${requestCode}`;
  try {
    const was = localStorage.getItem(key) !== null;
    localStorage.setItem(key, "1");
    return was;
  } catch {
    return false;
  }
}
