import { LogInAgain } from "./log-in-again.tsx";
import { useSessionRenewal } from "./use-session-renewal.ts";

/** Renews the session and says when it ended. Mount once, in the root. [S4.10] [S9.4] */
export function SessionWatch() {
  useSessionRenewal();
  return <LogInAgain />;
}
