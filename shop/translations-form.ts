import { z } from "zod";
import { type Translations, withoutEmpty } from "./translations.ts";

/** More languages than any shop has. */
const LANGUAGES_MAX = 20;

/** The code of a language, such as `hi`. */
export const languageCode = z.string().regex(/^[a-z]{2}$/, "invalidInput");

/** Translations as a form sends them: each field by its rule, and empty texts left out. [S11.2] */
export function translationsField<Field extends string>(fields: { [field in Field]: z.ZodType<string | undefined> }) {
  return z
    .record(languageCode, z.object(fields))
    .refine((translations) => Object.keys(translations).length <= LANGUAGES_MAX, "invalidInput")
    .transform((translations) => withoutEmpty(translations as Translations<Field>))
    .optional();
}
