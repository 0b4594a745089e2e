import { useTexts } from "#web/texts.tsx";
import type { Chosen } from "./chosen-orders.ts";

/** Chooses all orders of the page that are ready to approve: the head of the list. [S12.6] */
export function ChooseAll({ count, chosen: { codes, chooseAll } }: { count: number; chosen: Chosen }) {
  const texts = useTexts("adminQueue");
  const isAll = codes.length === count;
  return (
    <label className="scripted choose-all">
      <input
        ref={(box) => {
          if (box) box.indeterminate = codes.length > 0 && !isAll;
        }}
        type="checkbox"
        checked={isAll}
        onChange={(event) => chooseAll(event.target.checked)}
        className="checkbox"
      />
      <span>{texts("allOrdinaryShown", { n: count })}</span>
    </label>
  );
}
