import type { Answer } from "#web/parts/forms/use-answer.ts";

/** What was typed into a refused form, without a token; `form` says which form. */
type TypedSubscription = { form: "webhook" | "chat"; address: string; events: string[] };

/** The answer to a form on this page. */
export type WebhooksAnswer = Answer & { typed?: TypedSubscription };

/** The secret in an answer, if it has one. */
export function secretIn(answer: WebhooksAnswer | undefined): { id: string; secret: string } | null {
  if (!answer?.ok || typeof answer.value !== "object" || answer.value === null) return null;
  const { id, secret } = answer.value as { id?: unknown; secret?: unknown };
  return typeof id === "string" && typeof secret === "string" ? { id, secret } : null;
}

/** Why a test delivery failed, if the answer says so. */
export function problemIn(answer: WebhooksAnswer | undefined): string | null {
  if (!answer?.ok || typeof answer.value !== "object" || answer.value === null) return null;
  const { problem } = answer.value as { problem?: unknown };
  return typeof problem === "string" ? problem : null;
}

/** Reads what was typed, without validation. */
export async function typedSubscription(request: Request, form: TypedSubscription["form"]): Promise<TypedSubscription> {
  const fields = await request.formData().catch(() => new FormData());
  return { form, address: String(fields.get(form === "chat" ? "chatId" : "url") ?? ""), events: fields.getAll("events").map(String) };
}
