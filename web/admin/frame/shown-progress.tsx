import { ProgressBar } from "#web/ui/progress-bar.tsx";
import { type Progress, useStoredProgress } from "./progress-store.ts";

/** A progress bar for a form sent to an address. */
export function ShownProgress({ address, isAdding = false, words }: { address: string; isAdding?: boolean; words?: Words }) {
  const progress = useStoredProgress(address);
  if (!progress || (progress.step === "sending" && !isAdding)) return null;
  return <ProgressBar {...said(progress, words ?? (isAdding ? adding : deleting))} />;
}

/** Labels for the process and for the processed IDs. */
type Words = { doing: string; done: string };
const adding: Words = { doing: "Adding the IDs", done: "added or known" };
const deleting: Words = { doing: "Deleting the IDs", done: "gone" };

/**
 * When everything is sent and nothing added yet, the shop is parsing, which takes seconds for very
 * many IDs.
 */
function said({ step, done, of }: Progress, words: Words) {
  if (step === "sending") {
    const isSent = done >= of;
    return { label: isSent ? "Reading the IDs" : "Sending the IDs", note: "Keep this page open.", done: isSent ? 0 : done, of };
  }
  return { label: words.doing, note: `${numberText(done)} of ${numberText(of)} ${words.done}`, done, of };
}

function numberText(n: number): string {
  return n.toLocaleString("en-IN");
}
