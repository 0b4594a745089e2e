import { useEffect, useEffectEvent, useRef } from "react";
import { useLocation } from "react-router";
import { MINUTE_MS } from "#shop/constants.ts";
import type { Waiting } from "#shop/orders/today/waiting.ts";
import { atMostEvery } from "#web/parts/live/at-most-every.ts";
import { followEvents } from "#web/parts/live/follow-events.ts";
import { queueEvents } from "#web/parts/live/use-live.ts";
import { renewHere } from "#web/parts/push/this-device.ts";
import { useTexts } from "#web/texts.tsx";
import { followed } from "#web/ui/store.ts";
import { toast } from "#web/ui/toast.tsx";
import { QUEUE } from "../orders/queue/queue-rows.ts";
import { playArrival } from "./arrival-sound.ts";
import { placeAt, TODAY } from "./place-at.ts";

/** How often the counts are asked for at most. */
const ASKED_EVERY_MS = 2_000;
/** A tab that nobody looked at for so long no longer asks, so that its session can end. [S4.10] */
const HIDDEN_FOLLOWED_MS = 55 * MINUTE_MS;

/** Whether nobody looks at this tab. */
const hidden = followed({
  initial: false,
  read: () => document.hidden,
  follow: (notify) => {
    document.addEventListener("visibilitychange", notify);
    return () => document.removeEventListener("visibilitychange", notify);
  },
});

type Props = { waiting: Waiting; onCounted: (waiting: Waiting) => void };

/**
 * Follows new orders on every admin page: counts them in the tab's title, and tells of those that
 * come while another page is open. Pages that follow the queue themselves are asked for nothing
 * while somebody looks at them. [S12.4] Also says that this browser's notifications belong to this
 * session. [S12.10]
 */
export function Arrivals({ waiting, onCounted }: Props) {
  const { pathname } = useLocation();
  const isHidden = hidden.use();
  const isLive = !isHidden && showsQueue(pathname);
  useTitle(waiting.pending);
  useNews(waiting, isLive);
  useEffect(() => void renewHere().catch(() => {}), [pathname]);
  const counted = useEffectEvent(onCounted);

  useEffect(() => {
    if (isLive) return;
    const leaving = new AbortController();
    const ask = atMostEvery(ASKED_EVERY_MS, () => void askForCounts(leaving.signal).then((now) => now && counted(now)));
    const stop = followEvents(queueEvents, ask.call, () => {}, undefined, { whileHidden: isHidden });
    const end = () => {
      stop();
      ask.cancel();
      leaving.abort();
    };
    const timer = isHidden ? setTimeout(end, HIDDEN_FOLLOWED_MS) : undefined;
    return () => {
      clearTimeout(timer);
      end();
    };
  }, [isLive, isHidden]);
  return null;
}

/** Whether a page loads itself again when the queue changes. */
function showsQueue(pathname: string): boolean {
  const place = placeAt(pathname);
  return place === TODAY || place === QUEUE || pathname === "/admin/money";
}

/** The counts; null if they do not come, or if somebody must log in first. */
async function askForCounts(signal: AbortSignal): Promise<Waiting | null> {
  try {
    const answer = await fetch("/admin/waiting", { signal, cache: "no-store", redirect: "manual" });
    return answer.ok ? ((await answer.json()) as Waiting) : null;
  } catch {
    return null;
  }
}

/** Puts the number of pending orders in front of the page's title, also after a navigation. */
function useTitle(pending: number): void {
  const { key } = useLocation();
  useEffect(() => {
    const write = () => {
      const title = document.title.replace(/^\(\d+\+?\) /, "");
      const wanted = pending > 0 ? `(${pending}) ${title}` : title;
      if (document.title !== wanted) document.title = wanted;
    };
    write();
    const watching = new MutationObserver(write);
    watching.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => watching.disconnect();
  }, [pending, key]);
}

/**
 * Tells of orders that came since the page was opened: by a sound, and on other pages by a toast.
 */
function useNews({ newestAt, pending }: Waiting, isLive: boolean): void {
  const texts = useTexts("adminFrame");
  const known = useRef({ newestAt, pending });
  const tell = useEffectEvent((came: number) => {
    playArrival();
    if (!isLive) toast(texts("newOrders", { n: came }));
  });
  useEffect(() => {
    const before = known.current;
    known.current = { newestAt, pending };
    if (newestAt > before.newestAt) tell(Math.max(1, pending - before.pending));
  }, [newestAt, pending]);
}
