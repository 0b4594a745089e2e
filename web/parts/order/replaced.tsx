import { When } from "../text/time.tsx";

/** The note beside an ID that replaced a faulty one; renders nothing if `at` is null. */
export function Replaced({ at }: { at: Date | null }) {
  if (!at) return null;
  return (
    <span className="text-sm text-soft">
      replaced on <When at={at} />
    </span>
  );
}
