import { useTexts } from "#web/texts.tsx";
import { HELD_MS } from "../orders/undo/held-decisions.ts";
import { areDecisionsHeld, switchUndo } from "../orders/undo/undo-setting.ts";
import { isSoundOn, playArrival, switchSound } from "./arrival-sound.ts";
import { BrowserSwitch } from "./browser-switch.tsx";

/**
 * What each browser decides for itself, at the end of the menu: the sound of new orders, which
 * plays when it is switched on, and *Undo* for decisions. [S12.4] [S12.5]
 */
export function BrowserSwitches() {
  const texts = useTexts("adminFrame");
  return (
    <>
      <BrowserSwitch
        label={texts("soundOfOrders")}
        isOn={isSoundOn}
        onSwitch={(isOn) => {
          switchSound(isOn);
          playArrival();
        }}
      />
      <BrowserSwitch label={texts("undoForSeconds", { n: HELD_MS / 1_000 })} isOn={areDecisionsHeld} onSwitch={switchUndo} />
    </>
  );
}
