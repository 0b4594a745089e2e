import type { PendingAdminOrder, ReservedId } from "#shop/orders/reading/order-view.ts";
import { Exact } from "#web/parts/text/exact.tsx";
import { useTexts } from "#web/texts.tsx";
import { hydrated } from "#web/ui/store.ts";
import { takenOut } from "./approval-ids.ts";

/**
 * Without JavaScript each reserved ID has a checkbox, because the page cannot tell which ones were
 * removed from the field. [S4.4]
 */
export function FaultyIdsWithoutScript({ order, ticked }: { order: PendingAdminOrder; ticked: string[] }) {
  const texts = useTexts("adminQueue");
  if (order.reservedIds.length === 0) return null;
  return (
    <noscript>
      <FaultyIds legend={texts("faulty")} hint={texts("faultyWithoutScript")} ids={order.reservedIds} ticked={ticked} />
    </noscript>
  );
}

/**
 * The reserved IDs that were removed from the field, each with a checkbox to mark it as faulty.
 * Rendered only after hydration. [S4.4]
 */
export function TakenOutIds({ order, text, ticked }: { order: PendingAdminOrder; text: string; ticked: string[] }) {
  const texts = useTexts("adminQueue");
  const isAwake = hydrated.use();
  const out = takenOut(order, text);
  if (!isAwake || out.length === 0) return null;

  return <FaultyIds legend={texts("takenOut")} hint={texts("takenOutGoesBack")} ids={out} ticked={ticked} />;
}

type Faulty = { legend: string; hint: string; ids: ReservedId[]; ticked: string[] };

function FaultyIds({ legend, hint, ids, ticked }: Faulty) {
  const texts = useTexts("adminQueue");
  return (
    <fieldset className="well p-3">
      <legend className="px-1 font-semibold">{legend}</legend>
      <p className="text-sm text-soft">{hint}</p>
      <ul className="mt-2 max-h-60 overflow-y-auto">
        {ids.map(({ unitId, value }) => (
          <li key={unitId}>
            <label className="flex min-h-11 items-center gap-3">
              <input type="checkbox" name="faulty" value={unitId} defaultChecked={ticked.includes(unitId)} className="checkbox" />
              <Exact className="min-w-0 flex-1">{value}</Exact>
              <span className="text-sm font-semibold">{texts("faulty")}</span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
