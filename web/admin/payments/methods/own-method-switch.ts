import { z } from "zod";
import { ticked } from "#shop/form-fields.ts";
import { changeSection } from "#shop/settings/change-section.server.ts";
import { typedFields } from "#web/parts/forms/typed-fields.ts";
import { runAction } from "#web/run-action.ts";
import type { Route } from "./+types/request-method.ts";

const SwitchForm = z.object({ isOn: ticked });

/** Turns a payment method on or off that needs no account anywhere: of Request First or gift cards. [S1.4] [S1.5] */
export function switchOwnMethod(args: Pick<Route.ActionArgs, "request" | "params" | "context">, name: "takesRequest" | "takesAmazon") {
  return runAction(
    args,
    { form: SwitchForm, failed: "failedToSaveSettings", done: "settingsSaved", typed: typedFields },
    ({ services, visitor }, { isOn }) => changeSection(services, visitor, "method-switches", { [name]: isOn }),
  );
}
