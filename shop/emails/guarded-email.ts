import type { Texts } from "#messages/texts.ts";
import { type Email, type EmailLook, type EmailPart, oneLine, writeEmail } from "./email-body.ts";
import { subjectOf } from "./email-texts.ts";
import type { GuardedChange } from "./guarded-change.ts";
import { guardedNames } from "./guarded-names.ts";

type Shop = { texts: Texts<"emails">; shopName: string; look: EmailLook };

/**
 * To every admin: an admin changed where the buyers' money goes, or where news of orders does, with
 * the values before and after.
 */
export function guardedValuesEmail({
  by,
  changes,
  link,
  ...shop
}: Shop & { by: string; changes: readonly GuardedChange[]; link: string }): Email {
  const { texts, shopName, look } = shop;
  const labelOf = ({ what, of }: GuardedChange) => (of ? `${texts(guardedNames[what])} (${oneLine(of)})` : texts(guardedNames[what]));
  const value = (text: string | null) => text ?? texts("guardedNone");
  const parts: EmailPart[] = [
    { says: texts("guardedValuesSay", { admin: oneLine(by) }) },
    {
      facts: changes.map(
        (one) => [labelOf(one), texts("guardedBeforeAfter", { before: value(one.before), after: value(one.after) })] as const,
      ),
    },
    { says: texts("guardedValuesIfNotYou") },
    { link, label: texts("guardedValuesLink") },
  ];
  return writeEmail({ subject: subjectOf("guarded-values", { ...shop, of: "" }), parts, shopName, look, locale: texts("locale") });
}
