import { LogInAgain } from "./log-in-again.tsx";
import { useSessionRenewal } from "./use-session-renewal.ts";

/** Keeps the session of who is signed in going, and says when it is over. Once, in the root. [S4.10] [S9.4] */
export function SessionWatch() {
  useSessionRenewal();
  return <LogInAgain />;
}
