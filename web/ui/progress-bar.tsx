import { useId } from "react";

/**
 * A progress bar with a label above and a `note` below, of constant size. Screen readers can read
 * it but do not announce each step.
 */
export function ProgressBar({ label, note, done, of }: { label: string; note: string; done: number; of: number }) {
  const id = useId();
  const percent = of > 0 ? Math.min(100, Math.floor((done / of) * 100)) : 0;
  return (
    <div className="progress-bar well">
      <div>
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
      >
        <div style={{ width: `${percent}%` }} />
      </div>
      <p id={`${id}-note`} className="figures text-sm text-soft">
        {note}
      </p>
    </div>
  );
}
