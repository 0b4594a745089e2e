import { readBackupStates } from "#shop/backups/backup-state.server.ts";
import { refused } from "#shop/refusal.ts";
import { sectionPrint } from "#shop/settings/section-print.server.ts";
import type { ShownSection } from "#shop/settings/setting-kinds.ts";
import { readAllSettings } from "#shop/settings/settings.server.ts";
import { isShownSection } from "#shop/settings/settings-sections.ts";
import { timeZones } from "#shop/settings/time-zones.ts";
import { requestContext } from "#web/context.ts";
import { withToast } from "#web/parts/forms/say-or-network-error.ts";
import { usePosted } from "#web/parts/forms/use-posted.ts";
import { pageTitle } from "#web/parts/site/page-title.ts";
import { orFail, say } from "#web/say.ts";
import { textsOfPage } from "#web/texts.tsx";
import { BackupsSheet } from "../frame/backup-warning.tsx";
import { standardPresets } from "../orders/messages/standard-questions.ts";
import { standardReasons } from "../orders/rejection/standard-reasons.ts";
import type { Route } from "./+types/settings.ts";
import { DataSection } from "./data-section.tsx";
import { EmailsSection } from "./emails-section.tsx";
import { LandingPageSection } from "./landing-page-section.tsx";
import { LookSection } from "./look-section.tsx";
import { OrdersSection } from "./orders-section.tsx";
import { PaymentsSection } from "./payments-section.tsx";
import { QuestionsSection } from "./questions-section.tsx";
import { ReceiptsSection } from "./receipts-section.tsx";
import { saveSection } from "./save-section.server.ts";
import { sectionTexts } from "./section-texts.ts";
import { SecuritySection } from "./security/security-section.tsx";
import type { SettingsAnswer } from "./settings-answer.ts";
import { type SettingsFields, SettingsForm } from "./settings-form.tsx";
import { FIRST, SettingsFrame } from "./settings-frame.tsx";
import { ShopSection } from "./shop-section.tsx";

/** The sections of this page; the notifications have a page of their own. */
type Section = Exclude<ShownSection, "notifications">;

export const meta: Route.MetaFunction = ({ params: { section }, matches }) => {
  const texts = textsOfPage(matches, "adminSettings");
  const title = isSection(section) ? texts("sectionTitle", { section: texts(sectionTexts[section].title) }) : texts("settings");
  return [...pageTitle(title, matches), { name: "robots", content: "noindex" }];
};

/**
 * Loads the settings and the server's time zones, which may differ from the browser's. An address
 * without a section shows the first one beside the list of all. [S1.8]
 */
export async function loader({ params: { section }, context }: Route.LoaderArgs) {
  if (section !== undefined && !isSection(section)) throw say(context, refused("notFound"));
  const { services, visitor, isProxyUnknown } = context.get(requestContext);
  const stored = await orFail(context, "failedToLoadSettings", () => readAllSettings(services, visitor));
  const settings = {
    ...stored,
    rejectionReasons: stored.rejectionReasons ?? standardReasons(),
    questionPresets: stored.questionPresets ?? standardPresets(),
  };
  const shown: Section = section ?? FIRST;
  return {
    section: section ?? null,
    shown,
    settings,
    isProxyUnknown,
    seen: sectionPrint(stored, shown),
    timeZones: shown === "shop" ? timeZones() : [],
    backups: shown === "data" ? { states: await orFail(context, "failedToLoadSettings", () => readBackupStates(services, visitor)) } : null,
  };
}

/** Changes the settings of one section. [S1.3] [S1.8] */
export async function action({ request, params: { section }, context }: Route.ActionArgs) {
  if (section === undefined || !isSection(section)) return say(context, refused("notFound"));
  return saveSection(request, context, section);
}

export const clientAction = withToast("failedToSaveSettings");

/** The owner's settings, section by section. [S1.3] [S1.4] [S1.5] [S1.8] [S9.3] */
export default function Settings({ loaderData }: Route.ComponentProps) {
  const { section, shown, settings, seen, backups } = loaderData;
  const posted = usePosted<SettingsAnswer>();
  return (
    <SettingsFrame section={section} isWide={shown === "look"}>
      <SettingsForm
        key={shown}
        section={shown}
        settings={settings}
        seen={seen}
        isPart={backups !== null}
        hasPictures={shown === "look"}
        answered={posted && "section" in posted && posted.section === shown ? posted : undefined}
      >
        {(fields) => <Fields {...loaderData} fields={fields} />}
      </SettingsForm>
      {backups && <BackupsSheet backups={backups.states} />}
    </SettingsFrame>
  );
}

type FieldsProps = Pick<Route.ComponentProps["loaderData"], "shown" | "settings" | "timeZones" | "isProxyUnknown"> & {
  fields: SettingsFields;
};

function Fields({ shown, settings, fields, timeZones: zones, isProxyUnknown }: FieldsProps) {
  switch (shown) {
    case "shop":
      return <ShopSection fields={fields} timeZones={zones} />;
    case "look":
      return <LookSection fields={fields} settings={settings} />;
    case "orders":
      return <OrdersSection reasons={settings.rejectionReasons} fields={fields} />;
    case "questions":
      return <QuestionsSection key={JSON.stringify(settings.questionPresets)} stored={settings.questionPresets.length} fields={fields} />;
    case "payments":
      return <PaymentsSection fields={fields} />;
    case "receipts":
      return <ReceiptsSection fields={fields} />;
    case "emails":
      return <EmailsSection fields={fields} />;
    case "landing-page":
      return <LandingPageSection fields={fields} />;
    case "security":
      return <SecuritySection fields={fields} isProxyUnknown={isProxyUnknown} />;
    case "data":
      return <DataSection fields={fields} />;
  }
}

function isSection(name: string | undefined): name is Section {
  return isShownSection(name) && name !== "notifications";
}
