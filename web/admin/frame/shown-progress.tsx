import { ProgressBar } from "#web/ui/progress-bar.tsx";
import { type Progress, useNotedProgress } from "./noted-progress.ts";

/** Shows how far what was sent to an address is, where that takes more than a moment. */
export function ShownProgress({ address, isAdding = false, words }: { address: string; isAdding?: boolean; words?: Words }) {
  const progress = useNotedProgress(address);
  if (!progress || (progress.step === "sending" && !isAdding)) return null;
  return <ProgressBar {...said(progress, words ?? (isAdding ? adding : deleting))} />;
}

/** What is done, and what is said of the IDs it was done with. */
type Words = { doing: string; done: string };
const adding: Words = { doing: "Adding the IDs", done: "added or known" };
const deleting: Words = { doing: "Deleting the IDs", done: "gone" };

/** All that was sent and nothing added yet: the shop reads, which takes seconds where the IDs are very many. */
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
