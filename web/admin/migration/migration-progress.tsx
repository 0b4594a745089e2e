import { useEffect, useEffectEvent, useState } from "react";
import { useRevalidator } from "react-router";
import type { MovingRun } from "#shop/moving-in/moving-report.server.ts";
import { timeLeft } from "#shop/time-left.ts";
import { LinkButton } from "#web/ui/button.tsx";
import { ProgressBar } from "#web/ui/progress-bar.tsx";
import { Sheet } from "#web/ui/sheet.tsx";
import { MovingInStopping } from "./moving-in-stopping-dialog.tsx";

const LOOK_EVERY_MS = 1_500;

/** How far a preview or an import is, and about how long it still takes; it goes on without this page. */
export function MovingInProgress({ run }: { run: MovingRun }) {
  useLooking();
  const { doing = "starting", done = 0, total = null } = run.progress ?? {};
  const left = useTimeLeft({ doing, done, total });
  const note = `${left && `${capital(left)}. `}It goes on when you leave this page.`;
  return (
    <>
      <Sheet title={run.isPreview ? "The preview is being made" : "The old shop is moving in"} role="status">
        <ProgressBar label={`Busy with: ${doing}`} note={note} done={total === null ? 0 : done} of={total ?? 1} />
        <noscript>
          <LinkButton to="/admin/moving-in" variant="secondary" icon="refresh">
            Look again
          </LinkButton>
        </noscript>
      </Sheet>
      <MovingInStopping run={run} />
    </>
  );
}

function useLooking(): void {
  const { revalidate, state } = useRevalidator();
  const look = useEffectEvent(() => {
    if (state === "idle" && document.visibilityState === "visible") void revalidate();
  });
  useEffect(() => {
    const timer = setInterval(() => look(), LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
}

/** From how fast this step went since this page first saw how much it has to do. */
function useTimeLeft({ doing, done, total }: { doing: string; done: number; total: number | null }): string {
  const [first, setFirst] = useState<{ doing: string; total: number | null; done: number; at: number } | null>(null);
  const [now, setNow] = useState(0);
  if (first !== null && (first.doing !== doing || first.total !== total)) setFirst(null);
  const note = useEffectEvent(() => {
    const at = performance.now();
    setFirst((known) => known ?? { doing, total, done, at });
    setNow(at);
  });
  useEffect(() => note(), [doing, total, done]);
  return first === null || total === null ? "" : timeLeft({ done: done - first.done, of: total - first.done, tookMs: now - first.at });
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
