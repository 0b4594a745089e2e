import { useSyncExternalStore } from "react";

/** How far it is: a form is on its way, or the shop does what it asks for. */
export type Progress = { step: "sending" | "doing"; done: number; of: number };

const noted = new Map<string, Progress>();
const followers = new Set<() => void>();

/** Tells whoever shows it how far what was sent to an address is; null when it has ended. */
export function noteProgress(address: string, progress: Progress | null): void {
  if (progress) noted.set(address, progress);
  else noted.delete(address);
  for (const follow of followers) follow();
}

/** How far what was sent to an address is; null when nothing long is under way. */
export function useNotedProgress(address: string): Progress | null {
  return useSyncExternalStore(
    (follow) => {
      followers.add(follow);
      return () => void followers.delete(follow);
    },
    () => noted.get(address) ?? null,
    () => null,
  );
}
