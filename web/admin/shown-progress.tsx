import { ProgressBar } from "#web/ui/progress-bar.tsx";
import { useNotedProgress } from "./noted-progress.ts";

/** Shows how far what was sent to an address is, where that takes more than a moment. */
export function ShownProgress({ address, isAdding = false }: { address: string; isAdding?: boolean }) {
  const progress = useNotedProgress(address);
  if (!progress) return null;
  const { step, done, of } = progress;
  if (step === "sending" && !isAdding) return null;
  const words =
    step === "sending" ? "Sending the IDs" : `${numberText(done)} of ${numberText(of)} IDs ${isAdding ? "added or known" : "gone"}`;
  return <ProgressBar label={words} done={done} of={of} />;
}

function numberText(n: number): string {
  return n.toLocaleString("en-IN");
}
