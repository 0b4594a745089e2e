import { useTexts } from "#web/texts.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { When } from "../text/time.tsx";
import { type Station, stationsOf } from "./order-stations.ts";

/** An order's progress as a line of stations with times; the current one pulses. [S4.7] */
export function StatusLine({ order }: { order: Parameters<typeof stationsOf>[0] }) {
  const texts = useTexts("parts");
  const stations = stationsOf(order);
  return (
    <ol className="status-line" aria-label={texts("progress")}>
      {stations.map((station) => (
        <li
          key={station.name}
          aria-current={station.state === "here" ? "step" : undefined}
          className={station.state === "ahead" ? "station station-ahead" : signals[station.signal]}
        >
          <Dot station={station} />
          <span>
            <span className="station-name">{texts(station.name)}</span>
            {station.at && (
              <span className="block text-sm text-balance text-soft">
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
    <span className={isMoving ? "station-dot station-now" : "station-dot"}>
      {state === "here" && signal === "amber" ? <span /> : state !== "ahead" && <Icon name={icon} />}
    </span>
  );
}

const signals = {
  green: "station station-green",
  amber: "station station-amber",
  red: "station station-red",
  slate: "station station-slate",
};
