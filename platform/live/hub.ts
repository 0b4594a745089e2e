import type { Live } from "./live.ts";

/** Followers by topic within one process. */
export type Hub = Live & {
  /** Calls the followers of one topic. */
  tell(topic: string): void;
  /** Calls every follower once, because changes may have been missed. */
  tellAll(): void;
};

/** A hub without followers. */
export function openHub(): Hub {
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
    tell: (topic) => call(followers.get(topic) ?? []),
    tellAll: () => call([...followers.values()].flatMap((ofTopic) => [...ofTopic])),
  };
}
