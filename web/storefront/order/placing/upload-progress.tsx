import { useTexts } from "#web/texts.tsx";

/** A picture's upload progress; `part` is from 0 to 1. */
export function UploadProgress({ part }: { part: number }) {
  const texts = useTexts("orderForm");
  const percent = Math.round(part * 100);
  return (
    <div className="flex flex-col gap-1.5">
      <p className="flex justify-between text-sm text-soft">
        <span>{texts(percent < 100 ? "sendingProof" : "checkingProof")}</span>
        <span className="figures">{percent} %</span>
      </p>
      <progress aria-label={texts("upload")} max={100} value={percent} className="progress" />
    </div>
  );
}
