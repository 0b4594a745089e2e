import type { CSSProperties } from "react";
import { TESTIMONIAL_ROTATION_MS } from "#shop/constants.ts";
import { Icon } from "#web/ui/icon.tsx";

/**
 * Three testimonials that rotate with CSS alone. `Pause` or the pointer stops them; with reduced
 * motion all three are shown. [S2.8]
 */
export function Testimonials() {
  return (
    <div className="testimonials flex flex-col items-start gap-4" style={{ "--turn": `${TESTIMONIAL_ROTATION_MS}ms` } as CSSProperties}>
      <ul className="testimonial-list w-full">
        {testimonials.map(({ words, name, from }, at) => (
          <li key={name} className="testimonial" style={{ "--at": at } as CSSProperties}>
            <figure className="card flex h-full flex-col gap-4 p-5 sm:p-8">
              <svg viewBox="0 0 32 24" className="h-6 w-8 shrink-0 text-action" fill="currentColor" aria-hidden="true">
                <path d="M0 24V13C0 5 4 1 12 0v5c-4 1-6 3-6 7h6v12ZM18 24V13c0-8 4-12 12-13v5c-4 1-6 3-6 7h6v12Z" />
              </svg>
              <blockquote className="flex-1 text-lg sm:text-xl">{words}</blockquote>
              <figcaption className="flex items-center gap-3">
                <span aria-hidden="true" className="grid size-11 place-items-center rounded-full bg-action-tint font-bold text-action">
                  {name[0]}
                </span>
                <span>
                  <span className="block font-semibold">{name}</span>
                  <span className="block text-sm text-soft">{from} · sample</span>
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
        <span className="when-turning">Pause</span>
        <span className="when-paused">Paused</span>
      </label>
    </div>
  );
}

/** The keyframes of `testimonial` assume this number of entries. */
const testimonials = [
  {
    words: "I ordered in the evening and had the ID the next morning. The order's page told me each step by itself.",
    name: "Ravi",
    from: "Pune",
  },
  {
    words: "No account, no calls. I kept the private link, opened it on my phone, and the ID was there to copy.",
    name: "Meera",
    from: "Kochi",
  },
  {
    words: "One of my three IDs did not work. I wrote to them with the request code and got another one.",
    name: "Imran",
    from: "Lucknow",
  },
] as const;
