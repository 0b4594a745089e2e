import { useSyncExternalStore } from "react";
import { messages } from "#shop/messages.ts";
import type { AdminOrder } from "#shop/orders/order-view.ts";
import { takenOut } from "./request-ids.ts";

/**
 * The same without script, where nothing can tell which IDs were taken out: each reserved ID has a box. The browser does not read it where script
 * runs. [S4.4]
 */
export function RequestFaultyWithoutScript({ order, ticked }: { order: AdminOrder; ticked: string[] }) {
  if (order.reservedIds.length === 0) return null;
  return (
    <noscript>
      <FaultyIds legend="Faulty" hint={messages.faultyWithoutScript} ids={order.reservedIds} ticked={ticked} />
    </noscript>
  );
}

/** The reserved IDs that the admin took out of the field, each with a box to call it faulty; once the page's script is awake. [S4.4] */
export function RequestTakenOut({ order, text, ticked }: { order: AdminOrder; text: string; ticked: string[] }) {
  const isAwake = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
  const out = takenOut(order, text);
  if (!isAwake || out.length === 0) return null;

  return <FaultyIds legend="Taken out" hint={messages.takenOutGoesBack} ids={out} ticked={ticked} />;
}

type Faulty = { legend: string; hint: string; ids: AdminOrder["reservedIds"]; ticked: string[] };

function FaultyIds({ legend, hint, ids, ticked }: Faulty) {
  return (
    <fieldset className="rounded-field border border-line bg-sunk p-3">
      <legend className="px-1 font-semibold">{legend}</legend>
      <p className="text-sm text-soft">{hint}</p>
      <ul className="mt-2 max-h-60 overflow-y-auto">
        {ids.map(({ unitId, value }) => (
          <li key={unitId}>
            <label className="flex min-h-11 items-center gap-3">
              <input
                type="checkbox"
                name="faulty"
                value={unitId}
                defaultChecked={ticked.includes(unitId)}
                className="size-5 shrink-0 accent-action"
              />
              <span className="code min-w-0 flex-1 break-all">{value}</span>
              <span className="text-sm font-semibold">Faulty</span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
