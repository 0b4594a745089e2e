import { data, useActionData } from "react-router";
import { z } from "zod";
import { readBackupState } from "#shop/backups/backup-state.server.ts";
import { messages } from "#shop/messages.ts";
import { changeSettings } from "#shop/settings/change-settings.server.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import { SettingsForm } from "#shop/settings/settings-form.ts";
import { timeZones } from "#shop/settings/time-zones.ts";
import { proxyUnknownContext, servicesContext, visitorContext } from "#web/context.ts";
import { pageTitle } from "#web/parts/page-title.ts";
import { sayOrUnreached } from "#web/parts/say-or-unreached.ts";
import type { Answer } from "#web/parts/use-answer.ts";
import { readForm } from "#web/read-form.ts";
import { orFail, orSay, say } from "#web/say.ts";
import { Alert } from "#web/ui/alert.tsx";
import { PageHead } from "#web/ui/sheet.tsx";
import type { Route } from "./+types/settings.ts";
import { BackupsSheet } from "./backup-notice.tsx";
import { SettingsFields } from "./settings-fields.tsx";

/** Everything in the form, as text; a box that is not ticked is not there. */
export type TypedSettings = Record<string, string>;
/** What comes back of saving: in words, with the moment whose settings the form now knows, and with what was typed where it was refused. */
export type SettingsAnswer = Answer & { seenAt?: string; typed?: TypedSettings };

/** The settings, and since when those were set that the form was filled from. */
const SeenSettingsForm = SettingsForm.safeExtend({ seenAt: z.coerce.date("invalidInput").optional() });

export const meta: Route.MetaFunction = ({ matches }) => [...pageTitle("Settings", matches), { name: "robots", content: "noindex" }];

/** The settings as they are, and the time zones to choose from: as this server knows them, whatever a browser does. */
export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const settings = await orFail(context, "failedToLoadSettings", () => readSettings(services));
  return { settings, timeZones: timeZones(), isProxyUnknown: context.get(proxyUnknownContext), backups: readBackupState(services) };
}

/** Changes the settings, all at once. [S1.3] [S1.8] */
export async function action({ request, context }: Route.ActionArgs) {
  const typed = await typedSettings(request.clone());
  const form = await readForm(SeenSettingsForm, request);
  if (!form.ok) return withTyped(say(form), typed);

  const services = context.get(servicesContext);
  const { seenAt = null, ...settings } = form.value;
  const changed = await orSay(context, "failedToSaveSettings", () =>
    changeSettings(services, context.get(visitorContext), settings, seenAt),
  );
  const isNew = changed.ok || changed.code === "settingsChangedMeanwhile";
  const now = isNew ? (await readSettings(services)).changedAt.toISOString() : typed.seenAt;
  return withTyped(say(changed, messages.settingsSaved), { ...typed, ...(now && { seenAt: now }) });
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sayOrUnreached("failedToSaveSettings", serverAction);
}

/** What the owner decides about the shop. [S1.3] [S1.4] [S1.5] [S1.8] [S9.3] */
export default function Settings({ loaderData: { settings, timeZones: zones, isProxyUnknown, backups } }: Route.ComponentProps) {
  const answered = useActionData<SettingsAnswer>();
  return (
    <section className="flex max-w-3xl flex-col gap-4">
      <PageHead title="Settings">What you change here is seen everywhere at once, also on pages that are open.</PageHead>
      {isProxyUnknown && <Alert kind="warning">{messages.proxyNotTrusted}</Alert>}
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
