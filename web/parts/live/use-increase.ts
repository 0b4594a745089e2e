import { useEffect, useRef, useState } from "react";

/** Increases within this time are announced together, in ms. */
const GATHER_MS = 3_000;
/**
 * How long an announcement stays, in ms: less than `GATHER_MS`, so that the same sentence can be
 * announced again.
 */
const SHOWN_MS = 2_000;

/** A counter's increase, debounced for `aria-live`; 0 most of the time. [S2.37] */
export function useIncrease(count: number): number {
  const [increase, setIncrease] = useState(0);
  const before = useRef(count);
  const gathered = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    gathered.current += Math.max(0, count - before.current);
    before.current = count;
    if (gathered.current === 0 || timer.current !== undefined) return;
    timer.current = setTimeout(() => {
      timer.current = undefined;
      setIncrease(gathered.current);
      gathered.current = 0;
    }, GATHER_MS);
  }, [count]);
  useEffect(() => {
    if (increase === 0) return;
    const forgetting = setTimeout(() => setIncrease(0), SHOWN_MS);
    return () => clearTimeout(forgetting);
  }, [increase]);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
  return increase;
}
