import type { ShownEmail } from "#shop/emails/reading/show-email.server.ts";
import type { Answer } from "#web/parts/forms/use-answer.ts";
import type { Said } from "#web/say.ts";

/** The answer to showing an email or sending it again. */
export type EmailAnswer = Exclude<Answer, { ok: true }> | Extract<Said<ShownEmail | null>, { ok: true }>;
