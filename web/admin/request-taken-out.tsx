import { messages } from "#shop/messages.ts";
import type { AdminOrder } from "#shop/orders/order-view.ts";
import { takenOut } from "./request-ids.ts";

/** The reserved IDs that the admin took out of the field, each with a box to call it faulty. [S4.4] */
export function RequestTakenOut({ order, text }: { order: AdminOrder; text: string }) {
  const out = takenOut(order, text);
  if (out.length === 0) return null;

  return (
    <fieldset className="rounded-field border border-line bg-sunk p-3">
      <legend className="px-1 font-semibold">Taken out</legend>
      <p className="text-sm text-soft">{messages.takenOutGoesBack}</p>
      <ul className="mt-2 max-h-60 overflow-y-auto">
        {out.map(({ unitId, value }) => (
          <li key={unitId}>
            <label className="flex min-h-11 items-center gap-3">
              <input type="checkbox" name="faulty" value={unitId} className="size-5 shrink-0 accent-action" />
              <span className="code min-w-0 flex-1 break-all">{value}</span>
              <span className="text-sm font-semibold">Faulty</span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
