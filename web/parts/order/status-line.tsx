import { classNames } from "#web/ui/class-names.ts";
import { Icon } from "#web/ui/icon.tsx";
import { When } from "../text/time.tsx";
import { type Station, stationsOf } from "./order-stations.ts";

/** An order's progress as a line of stations with times; the current one pulses. [S4.7] */
export function StatusLine({ order }: { order: Parameters<typeof stationsOf>[0] }) {
  const stations = stationsOf(order);
  return (
    <ol className="flex" aria-label="Progress of the order">
      {stations.map((station, at) => (
        <li
          key={station.name}
          aria-current={station.state === "here" ? "step" : undefined}
          className="relative flex min-w-0 flex-1 flex-col items-center gap-2 text-center"
        >
          {at > 0 && (
            <span
              aria-hidden="true"
              className={classNames("absolute top-4 right-1/2 h-1 w-full -translate-y-1/2", station.state === "ahead" ? ahead : passed)}
            />
          )}
          <Dot station={station} />
          <span className="px-1">
            <span
              className={classNames(
                "block leading-tight",
                station.state === "here" ? "font-bold" : "font-medium",
                station.state === "ahead" && "text-soft",
              )}
            >
              {station.name}
            </span>
            {station.at && (
              <span className="block text-sm text-soft">
                <When at={station.at} as="short" />
              </span>
            )}
          </span>
        </li>
      ))}
    </ol>
  );
}

function Dot({ station: { state, signal, isMoving } }: { station: Station }) {
  const icon = signal === "red" ? "close" : signal === "slate" ? "minus" : "check";
  return (
    <span
      className={classNames(
        "relative z-1 grid size-8 place-items-center rounded-full",
        state === "ahead" ? "border-2 border-edge bg-sheet" : classNames(grounds[signal], isMoving && "station-now"),
      )}
    >
      {state === "here" && signal === "amber" ? (
        <span className="size-3 rounded-full bg-current" />
      ) : (
        state !== "ahead" && <Icon name={icon} className="size-4 stroke-3" />
      )}
    </span>
  );
}

const passed = "bg-green";
const ahead = "bg-[repeating-linear-gradient(90deg,var(--color-edge)_0_6px,transparent_6px_12px)]";
const grounds = {
  green: "bg-green text-sheet",
  amber: "bg-amber text-[oklch(0.25_0.05_66)] [--pulse:var(--color-amber)]",
  red: "bg-red text-sheet [--pulse:var(--color-red)]",
  slate: "bg-slate text-sheet",
};
