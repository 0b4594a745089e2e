import { data } from "react-router";
import type { Answer } from "#web/parts/use-answer.ts";
import type { say } from "#web/say.ts";

/** What comes back of a form in the account's details: in words, and the name that was typed where it was refused. A password never comes back. */
export type AccountAnswer = Answer & { typedName?: string };

/** The answer with the name that was typed, unless it was granted. */
export function withTypedName(said: ReturnType<typeof say>, typedName: string) {
  return data<AccountAnswer>(said.data.ok ? said.data : { ...said.data, typedName }, said.init ?? undefined);
}
