import { When } from "./time.tsx";

/** The quiet note beside an ID that was handed over for a dead one; nothing where none was. */
export function Replaced({ at }: { at: Date | null }) {
  if (!at) return null;
  return (
    <span className="text-sm text-soft">
      replaced on <When at={at} />
    </span>
  );
}
