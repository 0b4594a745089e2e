import { useStoredProgress } from "#web/admin/frame/progress-store.ts";
import { useTexts } from "#web/texts.tsx";
import { ProgressBar } from "#web/ui/progress-bar.tsx";

/**
 * How much of a statement was sent to an address and then read, or how much of it was confirmed.
 */
export function StatementProgress({ address, isConfirming = false }: { address: string; isConfirming?: boolean }) {
  const texts = useTexts("adminStatements");
  const progress = useStoredProgress(address);
  if (!progress) return null;
  const { step, done, of } = progress;
  const reading = texts(step === "sending" ? "sending" : "reading");
  return <ProgressBar label={isConfirming ? texts("confirming") : reading} note={texts("keepPageOpen")} done={done} of={of} />;
}
