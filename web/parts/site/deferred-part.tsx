import { type ComponentType, useEffect, useState } from "react";

/**
 * A part whose script loads after hydration; nothing is shown until then. `bring` must be the same
 * function at each render.
 */
export function Late<P extends object>({ bring, ...props }: { bring: () => Promise<ComponentType<P>> } & P) {
  const [Part, setPart] = useState<ComponentType<P> | null>(null);
  useEffect(() => {
    bring()
      .then((part) => setPart(() => part))
      .catch(() => {});
  }, [bring]);
  return Part && <Part {...(props as unknown as P)} />;
}
