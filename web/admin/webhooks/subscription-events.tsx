import { useId } from "react";
import { allEvents, noticeEvents } from "#shop/notices/notice.ts";
import { classNames } from "#web/ui/class-names.ts";

/** The events that can be told, each to be ticked: real boxes, so that plain forms work. */
export function ListenerEvents({ chosen, error }: { chosen: readonly string[]; error: string | null }) {
  const id = useId();
  return (
    <fieldset aria-describedby={error ? id : undefined}>
      <legend className="font-semibold">Tell about</legend>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(11rem,1fr))] gap-x-4">
        {allEvents.map((event) => (
          <label key={event} className="flex min-h-11 items-center gap-3">
            <input
              type="checkbox"
              name="events"
              value={event}
              defaultChecked={chosen.includes(event)}
              aria-invalid={error ? true : undefined}
              className="size-5 accent-(--color-action)"
            />
            {noticeEvents[event]}
          </label>
        ))}
      </div>
      <p id={id} role="alert" className={classNames("text-sm font-medium text-red-ink", !error && "hidden")}>
        {error}
      </p>
    </fieldset>
  );
}
