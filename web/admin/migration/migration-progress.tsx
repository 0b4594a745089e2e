import { useEffect, useEffectEvent, useState } from "react";
import { useRevalidator } from "react-router";
import type { MigrationRun } from "#migration/report/migration-report.server.ts";
import { timeLeft } from "#migration/runs/time-left.ts";
import { LinkButton } from "#web/ui/button.tsx";
import { ProgressBar } from "#web/ui/progress-bar.tsx";
import { Sheet } from "#web/ui/sheet.tsx";
import { MigrationStopping } from "./migration-stopping-dialog.tsx";

const CHECK_EVERY_MS = 1_500;

/** The progress and remaining time of a preview or import, which continues without this page. */
export function MigrationProgressView({ run }: { run: MigrationRun }) {
  useLooking();
  const { doing = "starting", done = 0, total = null } = run.progress ?? {};
  const left = useTimeLeft({ doing, done, total });
  const note = `${left && `${capital(left)}. `}It goes on when you leave this page.`;
  return (
    <>
      <Sheet title={run.isPreview ? "The preview is being made" : "Importing the old shop"} role="status">
        <ProgressBar label={`Busy with: ${doing}`} note={note} done={total === null ? 0 : done} of={total ?? 1} />
        <noscript>
          <LinkButton to="/admin/import-old-shop" variant="secondary" icon="refresh">
            Look again
          </LinkButton>
        </noscript>
      </Sheet>
      <MigrationStopping run={run} />
    </>
  );
}

function useLooking(): void {
  const { revalidate, state } = useRevalidator();
  const check = useEffectEvent(() => {
    if (state === "idle" && document.visibilityState === "visible") void revalidate();
  });
  useEffect(() => {
    const timer = setInterval(() => check(), CHECK_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
}

/** Estimates from this step's speed since the page first saw its total. */
function useTimeLeft({ doing, done, total }: { doing: string; done: number; total: number | null }): string {
  const [first, setFirst] = useState<{ doing: string; total: number | null; done: number; at: number } | null>(null);
  const [now, setNow] = useState(0);
  if (first !== null && (first.doing !== doing || first.total !== total)) setFirst(null);
  const record = useEffectEvent(() => {
    const at = performance.now();
    setFirst((known) => known ?? { doing, total, done, at });
    setNow(at);
  });
  useEffect(() => record(), [doing, total, done]);
  return first === null || total === null ? "" : timeLeft({ done: done - first.done, of: total - first.done, tookMs: now - first.at });
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
