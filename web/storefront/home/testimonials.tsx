import type { CSSProperties } from "react";
import type { KeyIn } from "#messages/texts.ts";
import { TESTIMONIAL_ROTATION_MS } from "#shop/constants.ts";
import { useTexts } from "#web/texts.tsx";
import { Icon } from "#web/ui/icon.tsx";

/**
 * Three testimonials that rotate with CSS alone. `Pause` or the pointer stops them; with reduced
 * motion all three are shown. [S2.8]
 */
export function Testimonials() {
  const texts = useTexts("home");
  return (
    <div className="testimonials flex flex-col items-start gap-4" style={{ "--turn": `${TESTIMONIAL_ROTATION_MS}ms` } as CSSProperties}>
      <ul className="testimonial-list w-full">
        {testimonials.map(({ words, name, from }, at) => (
          <li key={name} className="testimonial" style={{ "--at": at } as CSSProperties}>
            <figure className="card flex h-full flex-col gap-4 p-5 sm:p-8">
              <svg viewBox="0 0 32 24" className="h-6 w-8 shrink-0 text-action" fill="currentColor" aria-hidden="true">
                <path d="M0 24V13C0 5 4 1 12 0v5c-4 1-6 3-6 7h6v12ZM18 24V13c0-8 4-12 12-13v5c-4 1-6 3-6 7h6v12Z" />
              </svg>
              <blockquote className="flex-1 text-lg sm:text-xl">{texts(words)}</blockquote>
              <figcaption className="flex items-center gap-3">
                <span aria-hidden="true" className="grid size-11 place-items-center rounded-full bg-action-tint font-bold text-action">
                  {texts(name)[0]}
                </span>
                <span>
                  <span className="block font-semibold">{texts(name)}</span>
                  <span className="block text-sm text-soft">{texts("sampleFrom", { place: texts(from) })}</span>
                </span>
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
      <label className="testimonial-pause">
        <input type="checkbox" />
        <Icon name="pause" className="when-turning" />
        <Icon name="play" className="when-paused" />
        <span className="when-turning">{texts("pause")}</span>
        <span className="when-paused">{texts("paused")}</span>
      </label>
    </div>
  );
}

/** The keyframes of `testimonial` assume this number of entries. */
const testimonials = [
  { words: "testimonialOfRavi", name: "ravi", from: "pune" },
  { words: "testimonialOfMeera", name: "meera", from: "kochi" },
  { words: "testimonialOfImran", name: "imran", from: "lucknow" },
] as const satisfies { [part in "words" | "name" | "from"]: KeyIn<"home"> }[];
