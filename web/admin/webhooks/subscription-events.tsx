import { useId } from "react";
import { allEvents } from "#shop/webhooks/delivery.ts";
import { useTexts } from "#web/texts.tsx";
import { useStandingError } from "#web/ui/fields/use-standing-error.ts";
import { eventWords } from "./webhook-words.ts";

/** The events as real checkboxes, so that plain forms work. */
export function SubscriptionEvents({ chosen, error: refused }: { chosen: readonly string[]; error: string | null }) {
  const texts = useTexts("adminWebhooks");
  const id = useId();
  const { place, standing: error } = useStandingError<HTMLFieldSetElement>(refused);
  return (
    <fieldset ref={place} aria-describedby={error ? id : undefined}>
      <legend className="font-semibold">{texts("notifyAbout")}</legend>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(11rem,100%),1fr))] gap-x-4">
        {allEvents.map((event) => (
          <label key={event} className="flex min-h-11 items-center gap-3">
            <input
              type="checkbox"
              name="events"
              value={event}
              defaultChecked={chosen.includes(event)}
              aria-invalid={error ? true : undefined}
              className="checkbox"
            />
            {texts(eventWords[event])}
          </label>
        ))}
      </div>
      <p id={id} role="alert" className="field-error">
        {error}
      </p>
    </fieldset>
  );
}
