import { useEffect, useEffectEvent, useState } from "react";
import { useRevalidator } from "react-router";
import type { KeyIn, Texts } from "#messages/texts.ts";
import type { MigrationStep } from "#migration/report/migration-summary.ts";
import { minutesLeft } from "#migration/runs/time-left.ts";
import { useTexts } from "#web/texts.tsx";
import { LinkButton } from "#web/ui/button.tsx";
import { ProgressBar } from "#web/ui/progress-bar.tsx";
import { Sheet } from "#web/ui/sheet.tsx";
import type { ShownRun } from "./migration-result.tsx";
import { MigrationStopping } from "./migration-stopping-dialog.tsx";

const CHECK_EVERY_MS = 1_500;

const stepWords = {
  starting: "starting",
  "reading the file": "readingFile",
  "sorting the rows": "sortingRows",
  "comparing the rows": "comparingRows",
  accounts: "importingAccounts",
  products: "importingProducts",
  IDs: "importingIds",
  orders: "importingOrders",
  proofs: "importingProofs",
  "the report": "writingReport",
} as const satisfies Record<MigrationStep | "starting", KeyIn<"adminMigration">>;

/** The progress and remaining time of a preview or import, which continues without this page. */
export function MigrationProgressView({ run }: { run: ShownRun }) {
  useLooking();
  const texts = useTexts("adminMigration");
  const { doing = "starting", done = 0, total = null } = run.progress ?? {};
  const minutes = useMinutesLeft({ doing, done, total });
  return (
    <>
      <Sheet title={texts(run.isPreview ? "previewUnderway" : "importUnderway")} role="status">
        <ProgressBar
          label={texts("busyWith", { step: texts(stepWords[doing]) })}
          note={noteOf(texts, minutes)}
          done={total === null ? 0 : done}
          of={total ?? 1}
        />
        <noscript>
          <LinkButton to="/admin/import-old-shop" variant="secondary" icon="refresh">
            {texts("lookAgain")}
          </LinkButton>
        </noscript>
      </Sheet>
      <MigrationStopping run={run} />
    </>
  );
}

function noteOf(texts: Texts<"adminMigration">, minutes: number | null): string {
  if (minutes === null) return texts("goesOn");
  return minutes === 0 ? texts("goesOnForSeconds") : texts("goesOnForMinutes", { minutes });
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
function useMinutesLeft({ doing, done, total }: { doing: string; done: number; total: number | null }): number | null {
  const [first, setFirst] = useState<{ doing: string; total: number | null; done: number; at: number } | null>(null);
  const [now, setNow] = useState(0);
  if (first !== null && (first.doing !== doing || first.total !== total)) setFirst(null);
  const record = useEffectEvent(() => {
    const at = performance.now();
    setFirst((known) => known ?? { doing, total, done, at });
    setNow(at);
  });
  useEffect(() => record(), [doing, total, done]);
  return first === null || total === null ? null : minutesLeft({ done: done - first.done, of: total - first.done, tookMs: now - first.at });
}
