/** A picture's upload progress; `part` is from 0 to 1. */
export function UploadProgress({ part }: { part: number }) {
  const percent = Math.round(part * 100);
  return (
    <div className="flex flex-col gap-1.5">
      <p className="flex justify-between text-sm text-soft">
        <span>{percent < 100 ? "Sending your payment proof…" : "Checking your payment proof…"}</span>
        <span className="figures">{percent} %</span>
      </p>
      <progress aria-label="Upload" max={100} value={percent} className="progress" />
    </div>
  );
}
