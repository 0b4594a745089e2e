import type { Live } from "./live.ts";

/** A value that this process reads once and then keeps until it changes. */
export type CachedValue<Value> = {
  read(): Promise<Value>;
  /** Makes the next read load the value again. */
  forget(): void;
};

/** Creates the cache, which any process empties by announcing the topic. Keeps no failed read. */
export function cacheValue<Value>(live: Pick<Live, "follow">, topic: string, load: () => Promise<Value>): CachedValue<Value> {
  let cached: Promise<Value> | null = null;
  const forget = () => {
    cached = null;
  };
  live.follow(topic, forget);

  function read(): Promise<Value> {
    if (cached) return cached;
    const reading = load();
    cached = reading;
    reading.catch(() => {
      if (cached === reading) forget();
    });
    return reading;
  }
  return { read, forget };
}
