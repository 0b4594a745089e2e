import { useEffect } from "react";
import type { KeyIn } from "#messages/texts.ts";
import { keysOfQueue } from "#web/admin/frame/browser-settings.ts";
import { useTexts } from "#web/texts.tsx";
import { Dialog, openDialog } from "#web/ui/dialog.tsx";
import type { QueueKey } from "./queue-keys.ts";

const DIALOG = "queue-keys";

const meanings = {
  j: "keyNext",
  k: "keyBefore",
  a: "keyApprove",
  r: "keyReject",
  v: "keyProof",
  z: "keyUndo",
  "?": "keyHelp",
} as const satisfies Record<QueueKey, KeyIn<"adminQueue">>;

/** These keys of the queue, in a dialog that is open while it is mounted. [S12.6] */
export function QueueKeysDialog({ keys, onClose }: { keys: readonly QueueKey[]; onClose: () => void }) {
  const texts = useTexts("adminQueue");
  useEffect(() => openDialog(DIALOG), []);
  return (
    <Dialog id={DIALOG} title={texts("keys")} onClose={onClose}>
      <dl className="facts">
        {keys.map((key) => (
          <div key={key}>
            <dt>
              <kbd className="code-key">{key.toUpperCase()}</kbd>
            </dt>
            <dd>{texts(meanings[key])}</dd>
          </div>
        ))}
      </dl>
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          checked={keysOfQueue.use()}
          onChange={({ target: { checked } }) => keysOfQueue.write(checked)}
          className="checkbox"
        />
        {texts("keysOn")}
      </label>
    </Dialog>
  );
}
