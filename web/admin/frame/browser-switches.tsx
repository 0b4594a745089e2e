import { UndoSwitch } from "../orders/undo/undo-switch.tsx";
import { SoundSwitch } from "./sound-switch.tsx";

/** What each browser decides for itself, at the end of the menu. */
export function BrowserSwitches() {
  return (
    <>
      <SoundSwitch />
      <UndoSwitch />
    </>
  );
}
