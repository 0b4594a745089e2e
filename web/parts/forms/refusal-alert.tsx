import { messages } from "#shop/messages.ts";
import type { Answer } from "#web/parts/use-answer.ts";
import { Alert } from "#web/ui/alert.tsx";

type No = Exclude<Answer, { ok: true }>;

/** A no that stands beside none of the form's fields: the general sentence, and under it what it was. [S8.3] */
export function RefusalAlert({ general, refusal, fields }: { general: string; refusal: No | null; fields: readonly string[] }) {
  if (!refusal || fields.includes(fieldOf(refusal) ?? "")) return null;
  const what = refusal.kind === "failed" ? messages.somethingBroke(refusal.incident) : refusal.sentence;
  return (
    <Alert kind="error">
      <p className="font-semibold">{general}</p>
      <p>{what}</p>
    </Alert>
  );
}

/** The sentence that stands beside a field, or null. */
export function besides(refusal: No | null, field: string): string | null {
  return refusal && fieldOf(refusal) === field ? refusal.sentence : null;
}

/** The field that a no is about. */
export function fieldOf(refusal: No): string | undefined {
  return "field" in refusal ? refusal.field : undefined;
}
