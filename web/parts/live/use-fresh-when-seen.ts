import { useEffect } from "react";
import { useLoadAgain } from "./use-reload.ts";

/** Loads the page again whenever it becomes visible again, such as after a phone was unlocked. */
export function useFreshWhenSeen(): void {
  const loadAgain = useLoadAgain();
  useEffect(() => {
    const again = () => {
      if (document.visibilityState === "visible") void loadAgain();
    };
    document.addEventListener("visibilitychange", again);
    return () => document.removeEventListener("visibilitychange", again);
  }, [loadAgain]);
}
