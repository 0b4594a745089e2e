import { useSyncExternalStore } from "react";

/** The progress of a form: being sent, or being processed. */
export type Progress = { step: "sending" | "doing"; done: number; of: number };

const stored = new Map<string, Progress>();
const followers = new Set<() => void>();

/** Stores the progress of a form sent to an address; null when it ended. */
export function recordProgress(address: string, progress: Progress | null): void {
  if (progress) stored.set(address, progress);
  else stored.delete(address);
  for (const follow of followers) follow();
}

/** The progress of a form sent to an address; null if none is being sent. */
export function useStoredProgress(address: string): Progress | null {
  return useSyncExternalStore(
    (follow) => {
      followers.add(follow);
      return () => void followers.delete(follow);
    },
    () => stored.get(address) ?? null,
    () => null,
  );
}
