import { data, useActionData } from "react-router";
import { z } from "zod";
import { readBackupState } from "#shop/backups/backup-state.server.ts";
import { changeSettings } from "#shop/settings/change-settings.server.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import { SettingsForm } from "#shop/settings/settings-form.ts";
import { timeZones } from "#shop/settings/time-zones.ts";
import { requestContext } from "#web/context.ts";
import { sayOrNetworkError } from "#web/parts/forms/say-or-network-error.ts";
import type { Answer } from "#web/parts/forms/use-answer.ts";
import { pageTitle } from "#web/parts/site/page-title.ts";
import { readForm } from "#web/read-form.ts";
import { orFail, orSay, say } from "#web/say.ts";
import { textsOfPage, useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { PageHead } from "#web/ui/sheet.tsx";
import { BackupsSheet } from "../frame/backup-warning.tsx";
import type { Route } from "./+types/settings.ts";
import { SettingsFields } from "./settings-fields.tsx";

/** The form's values as text; an unticked checkbox is missing. */
export type TypedSettings = Record<string, string>;
/**
 * The answer to saving; it has the time of the settings that the form shows now, and a refusal
 * includes what was typed.
 */
export type SettingsAnswer = Answer & { seenAt?: string; typed?: TypedSettings };

/** The settings form with the time at which its initial settings were changed. */
const SeenSettingsForm = SettingsForm.safeExtend({ seenAt: z.coerce.date("invalidInput").optional() });

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageTitle(textsOfPage(matches, "adminSettings")("settings"), matches),
  { name: "robots", content: "noindex" },
];

/** Loads the settings and the server's time zones, which may differ from the browser's. */
export async function loader({ context }: Route.LoaderArgs) {
  const { services, isProxyUnknown } = context.get(requestContext);
  const settings = await orFail(context, "failedToLoadSettings", () => readSettings(services));
  return {
    settings,
    timeZones: timeZones(),
    isProxyUnknown: isProxyUnknown,
    backups: readBackupState(services),
  };
}

/** Changes all settings at once. [S1.3] [S1.8] */
export async function action({ request, context }: Route.ActionArgs) {
  const typed = await typedSettings(request.clone());
  const form = await readForm(SeenSettingsForm, request);
  if (!form.ok) return withTyped(say(context, form), typed);

  const { services, visitor } = context.get(requestContext);
  const { seenAt = null, ...settings } = form.value;
  const changed = await orSay(context, "failedToSaveSettings", () => changeSettings(services, visitor, settings, seenAt));
  const isNew = changed.ok || changed.code === "settingsChangedMeanwhile";
  const now = isNew ? (await readSettings(services)).changedAt.toISOString() : typed.seenAt;
  return withTyped(say(context, changed, "settingsSaved"), { ...typed, ...(now && { seenAt: now }) });
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sayOrNetworkError("failedToSaveSettings", serverAction);
}

/** The owner's settings. [S1.3] [S1.4] [S1.5] [S1.8] [S9.3] */
export default function Settings({ loaderData: { settings, timeZones: zones, isProxyUnknown, backups } }: Route.ComponentProps) {
  const texts = useTexts("adminSettings");
  const answered = useActionData<SettingsAnswer>();
  return (
    <section className="flex max-w-3xl flex-col gap-4">
      <PageHead title={texts("settings")}>{texts("intro")}</PageHead>
      {isProxyUnknown && <Alert kind="warning">{texts("proxyNotTrusted")}</Alert>}
      <SettingsFields settings={settings} timeZones={zones} answered={answered} />
      <BackupsSheet backups={backups} />
    </section>
  );
}

async function typedSettings(request: Request): Promise<TypedSettings> {
  const form = await request.formData().catch(() => new FormData());
  return Object.fromEntries([...form].map(([name, value]) => [name, String(value)]));
}

function withTyped(said: ReturnType<typeof say>, typed: TypedSettings) {
  const { seenAt } = typed;
  const answer = { ...said.data, ...(seenAt && { seenAt }) };
  return data<SettingsAnswer>(answer.ok ? answer : { ...answer, typed }, said.init ?? undefined);
}
