import { useState } from "react";
import type { KeyIn } from "#messages/texts.ts";
import { type LandingSection, landingSections, readLandingSections } from "#shop/settings/look/landing-sections.ts";
import { useTexts } from "#web/texts.tsx";
import { IconButton } from "#web/ui/button.tsx";

/** The landing page's sections, to be moved up and down. Without script they stay as they are. [S12.12] */
export function LandingOrder({ stored }: { stored: string }) {
  const texts = useTexts("adminSettings");
  const [sections, setSections] = useState<readonly LandingSection[]>(readLandingSections(stored) ?? landingSections);
  // The buttons at the ends stay focusable, so that the keyboard does not lose its place.
  const move = (from: number, to: number) => {
    if (to < 0 || to >= sections.length) return;
    const others = sections.filter((_, at) => at !== from);
    setSections([...others.slice(0, to), ...sections.slice(from, from + 1), ...others.slice(to)]);
  };
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="font-semibold">{texts("landingOrder")}</legend>
      <p className="field-hint">{texts("landingOrderHint")}</p>
      <input type="hidden" name="landingSections" value={sections.join(",")} />
      <ol className="flex flex-col">
        {sections.map((section, at) => {
          const name = { section: texts(sectionNames[section]) };
          return (
            <li key={section} className="flex min-h-11 items-center gap-2 border-t border-line">
              <span className="min-w-0 flex-1">{name.section}</span>
              <span className="scripted flex noscript:hidden">
                <IconButton icon="up" label={texts("moveUp", name)} aria-disabled={at === 0} onClick={() => move(at, at - 1)} />
                <IconButton
                  icon="down"
                  label={texts("moveDown", name)}
                  aria-disabled={at === sections.length - 1}
                  onClick={() => move(at, at + 1)}
                />
              </span>
            </li>
          );
        })}
      </ol>
    </fieldset>
  );
}

const sectionNames = {
  products: "landingProducts",
  promises: "landingPromises",
  features: "landingFeatures",
  categories: "landingCategories",
  steps: "landingSteps",
  testimonials: "landingTestimonials",
} as const satisfies Record<LandingSection, KeyIn<"adminSettings">>;
