import { useId } from "react";

/**
 * A progress bar with a label above and a `note` below, of constant size. Screen readers can read
 * it but do not announce each step.
 */
export function ProgressBar({ label, note, done, of }: { label: string; note: string; done: number; of: number }) {
  const id = useId();
  const percent = of > 0 ? Math.min(100, Math.floor((done / of) * 100)) : 0;
  return (
    <div className="flex flex-col gap-2 rounded-field border border-line bg-sunk p-3">
      <div className="flex justify-between gap-3 font-semibold">
        <span id={id} className="min-w-0">
          {label}
        </span>
        <span className="figures shrink-0">{percent} %</span>
      </div>
      <div
        role="progressbar"
        aria-labelledby={id}
        aria-describedby={`${id}-note`}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        className="h-3 overflow-hidden rounded-full bg-line"
      >
        <div className="h-full rounded-full bg-action transition-[width] motion-reduce:transition-none" style={{ width: `${percent}%` }} />
      </div>
      <p id={`${id}-note`} className="figures text-sm text-soft">
        {note}
      </p>
    </div>
  );
}
