import { useTexts } from "#web/texts.tsx";
import { HELD_MS } from "../orders/undo/undo.tsx";
import { playArrival } from "./arrival-sound.ts";
import { soundOfOrders, undoOfDecisions } from "./browser-settings.ts";

/**
 * What each browser decides for itself, at the end of the menu: the sound of new orders, which
 * plays when it is switched on, and *Undo* for decisions. Without script there is neither.
 * [S12.4] [S12.5]
 */
export function BrowserSwitches() {
  const texts = useTexts("adminFrame");
  return (
    <div className="scripted">
      <Switch
        label={texts("soundOfOrders")}
        isOn={soundOfOrders.use()}
        onSwitch={(isOn) => {
          soundOfOrders.write(isOn);
          playArrival();
        }}
      />
      <Switch label={texts("undoForSeconds", { n: HELD_MS / 1_000 })} isOn={undoOfDecisions.use()} onSwitch={undoOfDecisions.write} />
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
