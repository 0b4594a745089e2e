import type { SettingsSection } from "#shop/settings/setting-kinds.ts";
import type { Answer } from "#web/parts/forms/use-answer.ts";

/** A form's values as text; an unticked checkbox is missing. */
export type TypedSettings = Record<string, string>;

/**
 * The answer to saving a section; it has the print of the settings that the form shows now, and a
 * refusal includes what was typed.
 */
export type SettingsAnswer = Answer & { section: SettingsSection; seen?: string; typed?: TypedSettings };

/**
 * The print of the settings in an answer. A live reload does not count, because the fields may not
 * show them.
 */
export function seenIn(answer: object | undefined): string | undefined {
  return answer && "seen" in answer && typeof answer.seen === "string" ? answer.seen : undefined;
}
