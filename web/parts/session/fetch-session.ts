import { authTimeout } from "./auth-timeout.ts";

/**
 * When this page's session expires, or null without one. Throws if the shop does not answer.
 * [S4.10]
 */
export async function askForSession(leaving?: AbortSignal): Promise<Date | null> {
  const tooLate = AbortSignal.timeout(authTimeout());
  const signal = leaving ? AbortSignal.any([leaving, tooLate]) : tooLate;
  const response = await fetch("/api/auth/get-session", { signal, cache: "no-store" });
  if (!response.ok) throw new Error(`the session was answered ${response.status}`);

  const answer: { session: { expiresAt: string } } | null = await response.json();
  return answer && new Date(answer.session.expiresAt);
}
