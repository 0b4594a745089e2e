import { useState, useSyncExternalStore } from "react";

type Props = { label: string; isOn: () => boolean; onSwitch: (isOn: boolean) => void };

/** A box in the menu for what a browser decides for itself; `isOn` reads how it is stored there. */
export function BrowserSwitch({ label, isOn, onSwitch }: Props) {
  const isStored = useSyncExternalStore(
    () => () => {},
    isOn,
    () => false,
  );
  const [switched, setSwitched] = useState<boolean | null>(null);
  return (
    <label className="menu-link">
      <input
        type="checkbox"
        checked={switched ?? isStored}
        onChange={({ target: { checked } }) => {
          onSwitch(checked);
          setSwitched(checked);
        }}
        className="checkbox"
      />
      {label}
    </label>
  );
}
