import type { SaidFields } from "#web/say.ts";

/** What a refusal says about this field, or null. It may be about several fields. */
export function besides(refusal: AboutFields | null | undefined, field: string): string | null {
  if (refusal?.field === field) return refusal.sentence;
  return refusal?.alsoWrong?.find((wrong) => wrong.field === field)?.sentence ?? null;
}

type AboutFields = SaidFields & { sentence: string | null; field?: string | null };
