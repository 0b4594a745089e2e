import { useState } from "react";
import { useTexts } from "#web/texts.tsx";
import { HELD_MS } from "./held-decisions.ts";
import { areDecisionsHeld, switchUndo } from "./undo-setting.ts";

/** Switches *Undo* for decisions on or off in this browser. [S12.5] */
export function UndoSwitch() {
  const texts = useTexts("adminFrame");
  const [isOn, setOn] = useState(areDecisionsHeld);
  return (
    <label className="menu-link">
      <input
        type="checkbox"
        checked={isOn}
        onChange={({ target: { checked } }) => {
          switchUndo(checked);
          setOn(checked);
        }}
        className="checkbox"
      />
      {texts("undoForSeconds", { n: HELD_MS / 1_000 })}
    </label>
  );
}
