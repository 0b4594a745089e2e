import { useCallback, useEffect, useRef, useState } from "react";
import { DOWNLOAD_HINT_MS } from "#shop/orders/constants.ts";
import { useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Button, buttonStyle } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Icon } from "#web/ui/icon.tsx";
import { useSeenArriving } from "./use-seen-arriving.ts";

/**
 * The download link. If the page was open when the link arrived, it opens once by itself after a
 * countdown, which a button or any touch on the page stops. The stopped countdown keeps its place:
 * what is pressed by that touch must not move away. On later visits the link is a button. [S4.8]
 */
export function DownloadHint({ requestCode, link }: { requestCode: string; link: string }) {
  const texts = useTexts("order");
  const [isStopped, setStopped] = useState(false);
  const hasCountdown = useSeenArriving(requestCode);
  const isGoing = hasCountdown && !isStopped;
  const stop = useCallback(() => setStopped(true), []);
  const left = useCountdown(isGoing, link, stop);
  useAnyTouch(isGoing, stop);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isGoing) place.current?.scrollIntoView({ block: "nearest" });
  }, [isGoing]);

  return (
    <div ref={place}>
      <Alert
        kind="success"
        actions={
          <>
            <a href={link} target="_blank" rel="noopener noreferrer" className={buttonStyle({ variant: "primary" })}>
              <Icon name="download" />
              {texts("openDownload")}
            </a>
            {hasCountdown && (
              <Button variant="secondary" onClick={stop} className={isGoing ? undefined : "invisible"}>
                {texts("stayHere")}
              </Button>
            )}
          </>
        }
      >
        <p className="font-semibold">{texts("downloadReady")}</p>
        <div className="grid">
          {hasCountdown && (
            <p className={classNames("col-start-1 row-start-1", !isGoing && "invisible")}>
              <span aria-hidden="true">{texts("leavesIn", { seconds: left })}</span>
              <span className="unseen">{texts("leavesSoon")}</span>
            </p>
          )}
          <p className={classNames("col-start-1 row-start-1", isGoing && "invisible")}>{texts("opensInNewTab")}</p>
        </div>
        <p translate="no" className="code text-sm break-all">
          {link}
        </p>
      </Alert>
    </div>
  );
}

/** Counts the seconds down, then opens the link. After coming back the link is a button. */
function useCountdown(isGoing: boolean, link: string, onGone: () => void): number {
  const [left, setLeft] = useState(DOWNLOAD_HINT_MS / 1_000);
  useEffect(() => {
    if (!isGoing) return;
    const tick = setInterval(() => setLeft((seconds) => Math.max(0, seconds - 1)), 1_000);
    const going = setTimeout(() => {
      onGone();
      window.location.assign(link);
    }, DOWNLOAD_HINT_MS);
    return () => {
      clearInterval(tick);
      clearTimeout(going);
    };
  }, [isGoing, link, onGone]);
  return left;
}

function useAnyTouch(isListening: boolean, onTouch: () => void) {
  useEffect(() => {
    if (!isListening) return;
    document.addEventListener("pointerdown", onTouch);
    document.addEventListener("keydown", onTouch);
    return () => {
      document.removeEventListener("pointerdown", onTouch);
      document.removeEventListener("keydown", onTouch);
    };
  }, [isListening, onTouch]);
}
