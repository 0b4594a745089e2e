import { authTimeout } from "./in-time.ts";

/** When the session of this page ends, or null when there is none any more. Throws when the shop cannot be asked. [S4.10] */
export async function askForSession(leaving?: AbortSignal): Promise<Date | null> {
  const tooLate = AbortSignal.timeout(authTimeout());
  const signal = leaving ? AbortSignal.any([leaving, tooLate]) : tooLate;
  const response = await fetch("/api/auth/get-session", { signal, cache: "no-store" });
  if (!response.ok) throw new Error(`the session was answered ${response.status}`);

  const answer: { session: { expiresAt: string } } | null = await response.json();
  return answer && new Date(answer.session.expiresAt);
}
