import type { Live } from "./live.ts";

/** The followers of each topic within one process. */
type Hub = Live & {
  /** Calls the followers of one topic. */
  notify(topic: string): void;
  /** Calls every follower once, because changes may have been missed. */
  notifyAll(): void;
};

/**
 * The largest difference between the clocks of two servers, plus the time in which a page is read.
 * A page dated later than that is from before a clock was set back.
 */
const DOUBT_MS = 10_000;
const REMEMBERED_MAX = 10_000;

/** Opens a hub that knows of no changes before now; `now` is in ms since 1970. */
export function openHub(now: () => number = () => Date.now()): Hub {
  const notifiedAt = new Map<string, number>();
  let knownFrom = now();
  const forget = () => {
    notifiedAt.clear();
    knownFrom = now();
  };
  const followers = new Map<string, Set<() => void>>();
  const call = (callbacks: Iterable<() => void>) => {
    for (const onChange of [...callbacks]) onChange();
  };

  return {
    follow(topic, onChange) {
      const follower = () => onChange();
      const ofTopic = followers.get(topic) ?? new Set();
      followers.set(topic, ofTopic.add(follower));
      return () => {
        ofTopic.delete(follower);
        if (ofTopic.size === 0 && followers.get(topic) === ofTopic) followers.delete(topic);
      };
    },
    mayHaveChanged: (topic, since) => since - DOUBT_MS < Math.max(knownFrom, notifiedAt.get(topic) ?? 0) || since - DOUBT_MS > now(),
    notify(topic) {
      if (notifiedAt.size >= REMEMBERED_MAX) forget();
      notifiedAt.set(topic, now());
      call(followers.get(topic) ?? []);
    },
    notifyAll() {
      forget();
      call([...followers.values()].flatMap((ofTopic) => [...ofTopic]));
    },
  };
}
