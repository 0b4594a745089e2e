import { useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import type { Answer } from "./use-answer.ts";

type No = Exclude<Answer, { ok: true }>;

/** Shows a refusal that no field of the form shows: a general sentence and the reason. [S8.3] */
export function RefusalAlert({ general, refusal, fields }: { general: string; refusal: No | null; fields: readonly string[] }) {
  const texts = useTexts("site");
  if (!refusal || isAbout(refusal, fields)) return null;
  const what = refusal.kind === "failed" ? texts("somethingBroke", { incident: refusal.incident }) : refusal.sentence;
  return (
    <Alert kind="error">
      <p className="font-semibold">{general}</p>
      <p>{what}</p>
    </Alert>
  );
}

/** The field that a refusal is about; null if it is about the form as a whole. */
export function fieldOf(refusal: No | null): string | null {
  return (refusal && "field" in refusal && refusal.field) || null;
}

/** Whether a refusal is about one of these fields, which then shows it. */
export function isAbout(refusal: No, fields: readonly string[]): boolean {
  return fields.includes(fieldOf(refusal) ?? "");
}
