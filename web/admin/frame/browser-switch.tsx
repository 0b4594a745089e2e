import { useState } from "react";

type Props = { label: string; isOn: () => boolean; onSwitch: (isOn: boolean) => void };

/** A box in the menu for what a browser decides for itself; `isOn` reads how it is stored there. */
export function BrowserSwitch({ label, isOn, onSwitch }: Props) {
  const [isChecked, setChecked] = useState(isOn);
  return (
    <label className="menu-link">
      <input
        type="checkbox"
        checked={isChecked}
        onChange={({ target: { checked } }) => {
          onSwitch(checked);
          setChecked(checked);
        }}
        className="checkbox"
      />
      {label}
    </label>
  );
}
