import { data } from "react-router";
import { withOwnPassword } from "#shop/accounts/passwords/with-own-password.server.ts";
import { confirmationFields, withoutConfirmation } from "#shop/form-fields.ts";
import { changeSection } from "#shop/settings/change-section.server.ts";
import { sectionPrint } from "#shop/settings/section-print.server.ts";
import type { SettingsSection } from "#shop/settings/setting-kinds.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import { type SectionForm, sectionForm } from "#shop/settings/settings-form.ts";
import { isSameTranslations } from "#shop/translations.ts";
import { requestContext } from "#web/context.ts";
import { readForm } from "#web/read-form.ts";
import { orSay, say } from "#web/say.ts";
import { standardPresets } from "../orders/messages/standard-questions.ts";
import { standardReasons } from "../orders/rejection/standard-reasons.ts";
import { saveLook } from "./save-look.server.ts";
import type { SettingsAnswer, TypedSettings } from "./settings-answer.ts";

type Context = Parameters<typeof say>[0];

/** Saves what a section's form sent: POST /admin/settings/:section. [S1.3] [S1.8] */
export async function saveSection(request: Request, context: Context, section: SettingsSection) {
  const typed = await typedSettings(request.clone());
  if (section === "look") {
    const { said, seen = typed.seen } = await saveLook(request, context);
    return answer(section, said, { ...typed, ...(seen && { seen }) });
  }
  const form = await readForm(sectionForm(section), request);
  if (!form.ok) return answer(section, say(context, form), typed);

  const { services, auth, visitor } = context.get(requestContext);
  const { form: change, confirmation } = withoutConfirmation(ownLists(form.value));
  const changed = await orSay(context, "failedToSaveSettings", () =>
    withOwnPassword({ services, auth, visitor, headers: request.headers }, confirmation, (admin) =>
      changeSection(services, admin, section, change),
    ),
  );
  const isNew = changed.ok || changed.code === "settingsChangedMeanwhile";
  const seen = isNew ? sectionPrint(await readSettings(services), section) : typed.seen;
  return answer(section, say(context, changed, "settingsSaved"), { ...typed, ...(seen && { seen }) });
}

/**
 * The standard reasons and questions as they are count as none of the owner's, so that they stay
 * translated. [S5.6] [S14.9]
 */
function ownLists(form: SectionForm): SectionForm {
  const { rejectionReasons: reasons, questionPresets: presets } = form;
  return {
    ...form,
    ...(reasons && isSameTranslations(reasons, standardReasons()) && { rejectionReasons: null }),
    ...(presets && isSameTranslations(presets, standardPresets()) && { questionPresets: null }),
  };
}

async function typedSettings(request: Request): Promise<TypedSettings> {
  const form = await request.formData().catch(() => new FormData());
  return Object.fromEntries(
    [...form].flatMap(([name, value]) => (typeof value !== "string" || Object.hasOwn(confirmationFields, name) ? [] : [[name, value]])),
  );
}

function answer(section: SettingsSection, said: ReturnType<typeof say>, typed: TypedSettings) {
  const { seen } = typed;
  const whole = { ...said.data, section, ...(seen && { seen }) };
  return data<SettingsAnswer>(whole.ok ? whole : { ...whole, typed }, said.init ?? undefined);
}
