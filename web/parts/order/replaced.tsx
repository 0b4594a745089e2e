import { rich, useTexts } from "#web/texts.tsx";
import { When } from "../text/time.tsx";

/** The note beside an ID that replaced a faulty one; renders nothing if `at` is null. */
export function Replaced({ at }: { at: Date | null }) {
  const texts = useTexts("parts");
  if (!at) return null;
  return <span className="text-sm text-soft">{rich(texts, "replacedOn", { time: () => <When at={at} /> })}</span>;
}
