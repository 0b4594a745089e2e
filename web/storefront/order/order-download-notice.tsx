import { useCallback, useEffect, useRef, useState } from "react";
import { DOWNLOAD_NOTICE_MS } from "#shop/constants.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button, buttonLook } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { useSeenArriving } from "./use-seen-arriving.ts";

/**
 * The download link. A page that was open when it came goes there by itself, once, after a notice that can be stopped; whoever touches the page
 * meanwhile, to copy an ID, has stopped it too. On later visits it is a button. [S4.8]
 */
export function DownloadNotice({ requestCode, link }: { requestCode: string; link: string }) {
  const [isStopped, setStopped] = useState(false);
  const isGoing = useSeenArriving(requestCode) && !isStopped;
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
            <a href={link} target="_blank" rel="noopener noreferrer" className={buttonLook({ variant: "primary" })}>
              <Icon name="download" />
              Open the download
            </a>
            {isGoing && (
              <Button variant="secondary" onClick={stop}>
                Stay here
              </Button>
            )}
          </>
        }
      >
        <p className="font-semibold">Your download is ready</p>
        {isGoing ? (
          <p>
            <span aria-hidden="true">This page goes there in {left} s.</span>
            <span className="unseen">This page goes there in a few seconds, unless you press a key.</span>
          </p>
        ) : (
          <p>It opens in a new tab; your IDs stay here.</p>
        )}
        <p className="code text-sm break-all">{link}</p>
      </Alert>
    </div>
  );
}

/** Counts the seconds down, then goes to the link; whoever comes back finds it as a button. */
function useCountdown(isGoing: boolean, link: string, onGone: () => void): number {
  const [left, setLeft] = useState(DOWNLOAD_NOTICE_MS / 1_000);
  useEffect(() => {
    if (!isGoing) return;
    const tick = setInterval(() => setLeft((seconds) => Math.max(0, seconds - 1)), 1_000);
    const going = setTimeout(() => {
      onGone();
      window.location.assign(link);
    }, DOWNLOAD_NOTICE_MS);
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
