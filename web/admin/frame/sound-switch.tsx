import { useState } from "react";
import { useTexts } from "#web/texts.tsx";
import { isSoundOn, playArrival, switchSound } from "./arrival-sound.ts";

/** Switches the sound of new orders in this browser, and plays it when it is switched on. [S12.4] */
export function SoundSwitch() {
  const texts = useTexts("adminFrame");
  const [isOn, setOn] = useState(isSoundOn);
  return (
    <label className="menu-link">
      <input
        type="checkbox"
        checked={isOn}
        onChange={({ target: { checked } }) => {
          switchSound(checked);
          setOn(checked);
          playArrival();
        }}
        className="checkbox"
      />
      {texts("soundOfOrders")}
    </label>
  );
}
