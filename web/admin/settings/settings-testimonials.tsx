import type { ShopSettings } from "#shop/settings/shop-settings.ts";
import { TESTIMONIALS_MAX, TESTIMONIALS_MAX_LENGTH, testimonialKinds } from "#shop/settings/testimonials.ts";
import { useTexts } from "#web/texts.tsx";
import { SelectField, TextareaField } from "#web/ui/fields/text-field.tsx";
import { Sheet } from "#web/ui/sheet.tsx";

type Field = (name: keyof ShopSettings) => { name: string; defaultValue: string; error?: string | null | undefined };

/** What the landing page quotes. [S12.7] */
export function SettingsTestimonials({ field }: { field: Field }) {
  const texts = useTexts("adminSettings");
  const shown = field("testimonialsShown");
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
        {...field("testimonials")}
        rows={TESTIMONIALS_MAX}
        maxLength={TESTIMONIALS_MAX_LENGTH}
      />
    </Sheet>
  );
}

const kinds = { samples: "testimonialSamples", own: "testimonialsOfBuyers", none: "noTestimonials" } as const;
