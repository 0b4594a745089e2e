import { useTexts } from "#web/texts.tsx";
import { HELD_MS } from "../../orders/undo/undo.tsx";
import { playArrival } from "../arrival-sound.ts";
import { soundOfOrders, undoOfDecisions } from "../browser-settings.ts";
import { useMay } from "../use-may.ts";

/**
 * What each browser decides for itself, at the end of the menu: the sound of new orders, which
 * plays when it is switched on, and *Undo* for decisions. Without script there is neither, and nor
 * is there without the right to read or to decide. [S12.4] [S12.5] [S13.9]
 */
export function BrowserSwitches() {
  const texts = useTexts("adminFrame");
  const may = useMay();
  return (
    <div className="scripted">
      {may("read-orders") && (
        <Switch
          label={texts("soundOfOrders")}
          isOn={soundOfOrders.use()}
          onSwitch={(isOn) => {
            soundOfOrders.write(isOn);
            playArrival();
          }}
        />
      )}
      {may("decide-orders") && (
        <Switch label={texts("undoForSeconds", { n: HELD_MS / 1_000 })} isOn={undoOfDecisions.use()} onSwitch={undoOfDecisions.write} />
      )}
    </div>
  );
}

function Switch({ label, isOn, onSwitch }: { label: string; isOn: boolean; onSwitch: (isOn: boolean) => void }) {
  return (
    <label className="menu-link">
      <input type="checkbox" checked={isOn} onChange={({ target: { checked } }) => onSwitch(checked)} className="checkbox" />
      {label}
    </label>
  );
}
