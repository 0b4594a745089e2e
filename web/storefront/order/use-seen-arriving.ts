import { useEffect, useState } from "react";

const waiting = new Set<string>();

/** Records that an open page is waiting for this order's decision. */
export function useWaiting(requestCode: string, isPending: boolean): void {
  useEffect(() => {
    if (isPending) waiting.add(requestCode);
  }, [requestCode, isPending]);
}

/** Whether this page waited for the download link and no other tab opened it before. [S4.8] */
export function useSeenArriving(requestCode: string): boolean {
  const [isArriving, setArriving] = useState(false);
  useEffect(() => {
    if (waiting.delete(requestCode) && !wasFollowed(requestCode)) setArriving(true);
  }, [requestCode]);
  return isArriving;
}

/** Records in this browser that the download was opened; true if it was already. */
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
