import { data } from "react-router";
import type { Answer } from "#web/parts/forms/use-answer.ts";
import type { say } from "#web/say.ts";

/** The answer to an account form; a refusal includes the typed name, never a password. */
export type AccountAnswer = Answer & { typedName?: string };

/** Adds the typed name to a refusal. */
export function withTypedName(said: ReturnType<typeof say>, typedName: string) {
  return data<AccountAnswer>(said.data.ok ? said.data : { ...said.data, typedName }, said.init ?? undefined);
}
