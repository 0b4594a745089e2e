import { useSyncExternalStore } from "react";

/** A value that lives outside of React in one tab, and that components follow. Browser only. */
type Store<T> = {
  /** The value now. */
  read: () => T;
  /** Replaces the value, and renders the components that use it. */
  write: (value: T) => void;
  /** The value in a component, which is rendered again when it changes. */
  use: () => T;
  /** Calls `notify` at each change. Returns how to stop. */
  follow: (notify: () => void) => () => void;
};

/** A store whose value is in memory. A server renders `initial`. */
export function store<T>(initial: T): Store<T> {
  let value = initial;
  return followed({
    initial,
    read: () => value,
    write: (next) => {
      value = next;
    },
  });
}

type Outside<T> = {
  /** What a server renders, and the first render in the browser. */
  initial: T;
  read: () => T;
  write?: (value: T) => void;
  /** Calls `notify` when others changed the value. Returns how to stop. */
  follow?: (notify: () => void) => () => void;
};

/** A store whose value is kept by the browser, such as in its storage or history. */
export function followed<T>({ initial, read, write, follow }: Outside<T>): Store<T> {
  const followers = new Set<() => void>();
  const subscribe: Store<T>["follow"] = (notify: () => void) => {
    followers.add(notify);
    const stop = follow?.(notify);
    return () => {
      followers.delete(notify);
      stop?.();
    };
  };
  return {
    read,
    write(value) {
      write?.(value);
      for (const notify of followers) notify();
    },
    use: () => useSyncExternalStore(subscribe, read, () => initial),
    follow: subscribe,
  };
}

/** False on a server and in the first render, which must be alike; true from then on. */
export const hydrated = followed({ initial: false, read: () => true });

/**
 * A switch that each browser remembers for itself. A browser without storage leaves it as it is
 * normally.
 */
export function storedSwitch(key: string, normally: boolean) {
  const usual = normally ? "on" : "off";
  return {
    key,
    ...followed({
      initial: normally,
      read: () => {
        try {
          return (localStorage.getItem(key) ?? usual) === "on";
        } catch {
          return normally;
        }
      },
      write: (isOn: boolean) => {
        try {
          localStorage.setItem(key, isOn ? "on" : "off");
        } catch {
          // See above.
        }
      },
    }),
  };
}
