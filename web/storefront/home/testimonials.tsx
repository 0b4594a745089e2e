import type { CSSProperties } from "react";
import type { KeyIn } from "#messages/texts.ts";
import { TESTIMONIAL_ROTATION_MS } from "#shop/constants.ts";
import { TESTIMONIALS_MAX } from "#shop/settings/testimonials.ts";
import { useTexts } from "#web/texts.tsx";
import { Icon } from "#web/ui/icon.tsx";
import type { OwnTestimonials } from "./own-testimonials.ts";

/** Three samples, until the owner gives testimonials of their own. [S2.8] */
export function SampleTestimonials() {
  const texts = useTexts("home");
  const quotes = samples.map(({ words, name, from }) => ({
    words: texts(words),
    name: texts(name),
    place: texts("sampleFrom", { place: texts(from) }),
  }));
  return <Testimonials quotes={quotes} />;
}

/**
 * Three testimonials rotate with CSS alone. `Pause` or the pointer stops them; with reduced motion
 * all three are shown, and so are fewer than three. [S2.8]
 */
export function Testimonials({ quotes, lang }: OwnTestimonials) {
  const texts = useTexts("home");
  const isTurning = quotes.length === TESTIMONIALS_MAX;
  return (
    <div
      className={`${isTurning ? "testimonials " : ""}flex flex-col items-start gap-4`}
      style={{ "--turn": `${TESTIMONIAL_ROTATION_MS}ms` } as CSSProperties}
    >
      <ul lang={lang} className={isTurning ? "testimonial-list w-full" : "grid w-full gap-4"}>
        {quotes.map(({ words, name, place }, at) => (
          <li key={words} className={isTurning ? "testimonial" : undefined} style={{ "--at": at } as CSSProperties}>
            <figure className="card flex h-full flex-col gap-4 p-5 sm:p-8">
              <svg viewBox="0 0 32 24" className="h-6 w-8 shrink-0 text-action" fill="currentColor" aria-hidden="true">
                <path d="M0 24V13C0 5 4 1 12 0v5c-4 1-6 3-6 7h6v12ZM18 24V13c0-8 4-12 12-13v5c-4 1-6 3-6 7h6v12Z" />
              </svg>
              <blockquote className="flex-1 text-lg sm:text-xl">{words}</blockquote>
              <figcaption className="flex items-center gap-3">
                <span aria-hidden="true" className="grid size-11 place-items-center rounded-full bg-action-tint font-bold text-action">
                  {[...name][0]}
                </span>
                <span>
                  <span className="block font-semibold">{name}</span>
                  {place && <span className="block text-sm text-soft">{place}</span>}
                </span>
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
      {isTurning && (
        <label className="testimonial-pause">
          <input type="checkbox" />
          <Icon name="pause" className="when-turning" />
          <Icon name="play" className="when-paused" />
          <span className="when-turning">{texts("pause")}</span>
          <span className="when-paused">{texts("paused")}</span>
        </label>
      )}
    </div>
  );
}

const samples = [
  { words: "testimonialOfRavi", name: "ravi", from: "pune" },
  { words: "testimonialOfMeera", name: "meera", from: "kochi" },
  { words: "testimonialOfImran", name: "imran", from: "lucknow" },
] as const satisfies { [part in "words" | "name" | "from"]: KeyIn<"home"> }[];
