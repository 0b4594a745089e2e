import { Link } from "react-router";
import { TESTIMONIALS_MAX, TESTIMONIALS_MAX_LENGTH, testimonialKinds } from "#shop/settings/testimonials.ts";
import { rich, useTexts } from "#web/texts.tsx";
import { SelectField, TextareaField } from "#web/ui/fields/text-field.tsx";
import { Sheet } from "#web/ui/sheet.tsx";
import type { SettingsFields } from "./settings-form.tsx";

/** What the landing page quotes. [S12.7] */
export function LandingPageSection({ fields: { text } }: { fields: SettingsFields }) {
  const texts = useTexts("adminSettings");
  const shown = text("testimonialsShown");
  return (
    <Sheet title={texts("testimonials")}>
      <SelectField label={texts("testimonialsShown")} {...shown} key={shown.defaultValue}>
        {testimonialKinds.map((kind) => (
          <option key={kind} value={kind}>
            {texts(kinds[kind])}
          </option>
        ))}
      </SelectField>
      <TextareaField
        label={texts("ownTestimonials")}
        hint={texts("ownTestimonialsHint")}
        {...text("testimonials")}
        rows={TESTIMONIALS_MAX}
        maxLength={TESTIMONIALS_MAX_LENGTH}
      />
      <p className="field-hint">
        {rich(texts, "otherPages", {
          link: (words) => (
            <Link to="/admin/pages" className="touch-link underline">
              {words}
            </Link>
          ),
        })}
      </p>
    </Sheet>
  );
}

const kinds = { samples: "testimonialSamples", own: "testimonialsOfBuyers", none: "noTestimonials" } as const;
