import type { KeyIn, Texts } from "#messages/texts.ts";
import { useTexts } from "#web/texts.tsx";
import { ProgressBar } from "#web/ui/progress-bar.tsx";
import { type Progress, useStoredProgress } from "./progress-store.ts";

/** What is done with the IDs, and how many of them are done. */
const processes = {
  adding: { doing: "addingIds", done: "idsAddedOrKnown" },
  deleting: { doing: "deletingIds", done: "idsGone" },
  takingOut: { doing: "takingIdsOut", done: "idsGone" },
  checking: { doing: "checkingIds", done: "idsLookedAt" },
} as const satisfies Record<string, { doing: KeyIn<"adminFrame">; done: KeyIn<"adminFrame"> }>;
type Process = keyof typeof processes;

/** A progress bar for a form sent to an address. */
export function ShownProgress({ address, isAdding = false, process }: { address: string; isAdding?: boolean; process?: Process }) {
  const texts = useTexts("adminFrame");
  const progress = useStoredProgress(address);
  if (!progress || (progress.step === "sending" && !isAdding)) return null;
  return <ProgressBar {...said(progress, process ?? (isAdding ? "adding" : "deleting"), texts)} />;
}

/**
 * When everything is sent and nothing added yet, the shop is parsing, which takes seconds for very
 * many IDs.
 */
function said({ step, done, of }: Progress, process: Process, texts: Texts<"adminFrame">) {
  if (step === "sending") {
    const isSent = done >= of;
    return { label: texts(isSent ? "readingIds" : "sendingIds"), note: texts("keepPageOpen"), done: isSent ? 0 : done, of };
  }
  return { label: texts(processes[process].doing), note: texts(processes[process].done, { done, of }), done, of };
}
