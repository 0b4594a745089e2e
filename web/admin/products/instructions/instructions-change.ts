import { data } from "react-router";
import { languageOf } from "#messages/languages.ts";
import { changeInstructions } from "#shop/catalogue/instructions/change-instructions.server.ts";
import { InstructionsForm } from "#shop/catalogue/instructions/instructions-form.ts";
import { refused } from "#shop/refusal.ts";
import { requestContext } from "#web/context.ts";
import { withToast } from "#web/parts/forms/say-or-network-error.ts";
import { readForm } from "#web/read-form.ts";
import { orSay, say } from "#web/say.ts";
import type { Route } from "./+types/instructions-change.ts";
import type { InstructionsAnswer } from "./instructions-fields.tsx";

export { default, loader, meta } from "./instructions.tsx";

/**
 * Saves a product's instructions in one language: POST
 * /admin/products/:productId/instructions/:language. [S10.15]
 */
export async function action({ request, params, context }: Route.ActionArgs) {
  const { services, visitor } = context.get(requestContext);
  const language = languageOf(params.language);
  if (language === null) return say(context, refused("notFound"));
  const fields = await request
    .clone()
    .formData()
    .catch(() => new FormData());
  const form = await readForm(InstructionsForm, request);
  const { productId } = params;
  const changed = form.ok
    ? await orSay(context, "failedToSavePage", () => changeInstructions(services, visitor, { productId, language }, form.value))
    : form;
  const said = say(context, changed, "instructionsSaved");
  const answer: InstructionsAnswer = { ...said.data, language, typed: String(fields.get("html") ?? "") };
  return data(answer, said.init ?? undefined);
}

export const clientAction = withToast("failedToSavePage");
