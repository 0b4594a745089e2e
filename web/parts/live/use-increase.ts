import { useEffect, useRef, useState } from "react";

/** For so long what comes is gathered, so that a rush is said once, in ms. */
const GATHER_MS = 3_000;
/** For so long it stands to be said, in ms: shorter than the gathering, so that the same sentence can be said again. */
const STANDS_MS = 2_000;

/** By how much a count rose lately, to be said politely and not for each single one; 0 most of the time. [S2.37] */
export function useRise(count: number): number {
  const [risen, setRisen] = useState(0);
  const before = useRef(count);
  const gathered = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    gathered.current += Math.max(0, count - before.current);
    before.current = count;
    if (gathered.current === 0 || timer.current !== undefined) return;
    timer.current = setTimeout(() => {
      timer.current = undefined;
      setRisen(gathered.current);
      gathered.current = 0;
    }, GATHER_MS);
  }, [count]);
  useEffect(() => {
    if (risen === 0) return;
    const forgetting = setTimeout(() => setRisen(0), STANDS_MS);
    return () => clearTimeout(forgetting);
  }, [risen]);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
  return risen;
}
