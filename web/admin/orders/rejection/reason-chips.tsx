import { type RefObject, useId } from "react";
import { Link, useRouteLoaderData } from "react-router";
import type { loader as areaLoader } from "#web/admin/frame/area.tsx";
import { useMayOpen } from "#web/admin/frame/use-may.ts";
import { useTexts } from "#web/texts.tsx";

const SETTINGS = "/admin/settings/orders";

type Props = { field: RefObject<HTMLTextAreaElement | null>; onChosen: () => void };

/**
 * The reasons that the settings offer. A tap writes one into the field, without opening a phone's
 * keyboard. [S5.6]
 */
export function ReasonChips({ field, onChosen }: Props) {
  const texts = useTexts("adminQueue");
  const mayOpen = useMayOpen();
  const id = useId();
  const reasons = useRouteLoaderData<typeof areaLoader>("admin/frame/area")?.reasons ?? [];
  if (reasons.length === 0) return null;

  function choose(reason: string) {
    if (!field.current) return;
    field.current.value = reason;
    field.current.dispatchEvent(new Event("input", { bubbles: true }));
    onChosen();
  }

  return (
    <div className="reasons-offered scripted">
      <p id={id} className="font-semibold">
        {texts("offeredReasons")}
      </p>
      <ul aria-labelledby={id} className="reasons">
        {reasons.map((reason) => (
          <li key={reason}>
            <button type="button" onClick={() => choose(reason)} className="reason">
              {reason}
            </button>
          </li>
        ))}
        {mayOpen(SETTINGS) && (
          <li>
            <Link to={SETTINGS} className="touch-link text-sm underline">
              {texts("editReasons")}
            </Link>
          </li>
        )}
      </ul>
    </div>
  );
}
