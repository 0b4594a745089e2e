import { ProgressBar } from "#web/ui/progress-bar.tsx";
import { type Progress, useNotedProgress } from "./noted-progress.ts";

/** Shows how far what was sent to an address is, where that takes more than a moment. */
export function ShownProgress({ address, isAdding = false }: { address: string; isAdding?: boolean }) {
  const progress = useNotedProgress(address);
  if (!progress || (progress.step === "sending" && !isAdding)) return null;
  return <ProgressBar {...said(progress, isAdding)} />;
}

/** All that was sent and nothing added yet: the shop reads, which takes seconds where the IDs are very many. */
function said({ step, done, of }: Progress, isAdding: boolean) {
  if (step === "sending") {
    const isSent = done >= of;
    return { label: isSent ? "Reading the IDs" : "Sending the IDs", note: "Keep this page open.", done: isSent ? 0 : done, of };
  }
  const label = isAdding ? "Adding the IDs" : "Deleting the IDs";
  return { label, note: `${numberText(done)} of ${numberText(of)} ${isAdding ? "added or known" : "gone"}`, done, of };
}

function numberText(n: number): string {
  return n.toLocaleString("en-IN");
}
