import { useTexts } from "#web/texts.tsx";
import { ProgressBar } from "#web/ui/progress-bar.tsx";
import { useStoredProgress } from "../frame/progress-store.ts";
import { STATEMENTS } from "./statement-words.ts";

/** How much of a statement was sent, and then read. */
export function StatementProgress() {
  const texts = useTexts("adminStatements");
  const progress = useStoredProgress(STATEMENTS);
  if (!progress) return null;
  const { step, done, of } = progress;
  return <ProgressBar label={texts(step === "sending" ? "sending" : "reading")} note={texts("keepPageOpen")} done={done} of={of} />;
}
