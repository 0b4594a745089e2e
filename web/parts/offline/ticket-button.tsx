import { useEffect, useState } from "react";
import { rich, useTexts } from "#web/texts.tsx";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { toast } from "#web/ui/toast.tsx";
import { useCanStore, useIsStored } from "./stored-codes.ts";
import { checkIfAny } from "./use-ticket-check.ts";

/**
 * Stores a delivered order's ticket in this browser, to be read offline, or removes it. Its place
 * is reserved: only a browser with script that can store tickets shows it. `version` changes with
 * the delivered IDs, and the stored ticket then is replaced. [S12.11]
 */
export function TicketButton({ requestCode, version, isShort = false }: { requestCode: string; version: string; isShort?: boolean }) {
  const texts = useTexts("offline");
  const [canStore, isStored] = [useCanStore(), useIsStored(requestCode)];
  const [isBusy, setBusy] = useState(false);
  // Also when the order is no longer this visitor's, and the button goes.
  useEffect(() => checkIfAny, [version]);

  async function press() {
    setBusy(true);
    try {
      const { removeTicket, storeTicket } = await import("./store-ticket.ts");
      if (isStored) await removeTicket(requestCode);
      const stored = isStored ? "removed" : await storeTicket(requestCode);
      const isDone = stored === "stored" || stored === "removed";
      toast(texts(stored), { kind: isDone ? "success" : "error" });
    } catch {
      toast(texts("notConnected"), { kind: "error" });
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className={classNames("scripted flex flex-col items-start gap-1 noscript:hidden print:hidden", !canStore && "invisible")}>
      <Button
        variant={isShort ? "quiet" : "secondary"}
        icon={isStored ? "trash" : "ticket"}
        isBusy={isBusy}
        className={isShort ? "-ms-4" : undefined}
        aria-label={isShort ? texts(isStored ? "removeNamed" : "keepNamed", { code: requestCode }) : undefined}
        onClick={press}
      >
        {texts(isStored ? "remove" : "keep")}
      </Button>
      {!isShort && (
        <div className="grid text-sm text-soft">
          <p className={classNames("col-start-1 row-start-1", isStored && "invisible")}>{texts("keepHint")}</p>
          <p className={classNames("col-start-1 row-start-1", !isStored && "invisible")}>
            {rich(texts, "keptHint", {
              link: (words) => (
                <a href="/offline" className="font-medium text-action underline">
                  {words}
                </a>
              ),
            })}
          </p>
        </div>
      )}
    </div>
  );
}
