import { store } from "#web/ui/store.ts";

/** The progress of a form: being sent, or being processed. */
export type Progress = { step: "sending" | "doing"; done: number; of: number };

/** By the address that each form is sent to. */
const shown = store<ReadonlyMap<string, Progress>>(new Map());

/** Stores the progress of a form sent to an address; null when it ended. */
export function recordProgress(address: string, progress: Progress | null): void {
  const others = [...shown.read()].filter(([other]) => other !== address);
  shown.write(new Map(progress ? [...others, [address, progress]] : others));
}

/** The progress of a form sent to an address; null if none is being sent. */
export function useStoredProgress(address: string): Progress | null {
  return shown.use().get(address) ?? null;
}
