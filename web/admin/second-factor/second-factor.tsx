import { Link, useActionData, useLocation } from "react-router";
import { type SecondFactor, secondFactorOf } from "#shop/accounts/second-factor/second-factor-of.server.ts";
import { requestContext } from "#web/context.ts";
import { fieldOf } from "#web/parts/forms/refusal-alert.tsx";
import type { Answer } from "#web/parts/forms/use-answer.ts";
import { pageTitle } from "#web/parts/site/page-title.ts";
import { orFail, say } from "#web/say.ts";
import { textsOfPage, useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { PageHead } from "#web/ui/sheet.tsx";
import type { Route } from "./+types/second-factor.ts";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { SecondFactorOn } from "./second-factor-on.tsx";
import { SecondFactorSetUp } from "./second-factor-set-up.tsx";
import { SecondFactorStart } from "./second-factor-start.tsx";

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageTitle(textsOfPage(matches, "adminSecondFactor")("secondFactor"), matches),
  { name: "robots", content: "noindex" },
];

/** Loads the admin's second factor, also for the mutations' answers without JavaScript. */
export async function loader({ context }: Route.LoaderArgs) {
  const { visitor, settings, services } = context.get(requestContext);
  const { name } = settings;
  const found = await orFail(context, "failedToLoadSecondFactor", () => secondFactorOf(services, visitor, name));
  if (!found.ok) throw say(context, found);
  return { factor: found.value, isFirst: visitor.kind === "guest" };
}

/** The page to set up, renew and switch off the admin's second factor. */
export default function SecondFactorPage({ loaderData: { factor, isFirst } }: Route.ComponentProps) {
  const texts = useTexts("adminSecondFactor");
  const answered = useActionData<Answer>();
  const sentTo = useLocation().pathname.split("/").at(-1);
  const codes = codesIn(answered);
  const refusal = answered && !answered.ok ? answered : null;
  const refusalOf = (noun: string) => (noun === sentTo ? refusal : null);
  return (
    <section className="flex max-w-3xl flex-col gap-4">
      <PageHead title={texts("secondFactor")}>{texts("secondFactorLead")}</PageHead>
      {!isFirst && (
        <p>
          <Link to="/account/details" className="touch-link font-medium underline">
            {texts("seeDevices")}
          </Link>
        </p>
      )}
      {isFirst && factor.state !== "on" && <Alert kind="info">{texts("secondFactorFirst")}</Alert>}
      {answered?.ok && answered.sentence && <Alert kind="success">{answered.sentence}</Alert>}
      {refusal && !fieldOf(refusal) && <Alert kind="error">{refusal.sentence}</Alert>}
      {codes ? <RecoveryCodes codes={codes} /> : <Forms factor={factor} refusalOf={refusalOf} />}
    </section>
  );
}

/** The refusal of a form, by the last part of its address. */
export type RefusalOf = (noun: string) => Extract<Answer, { ok: false }> | null;

function Forms({ factor, refusalOf }: { factor: SecondFactor & { email: string }; refusalOf: RefusalOf }) {
  switch (factor.state) {
    case "none":
      return <SecondFactorStart email={factor.email} refusal={refusalOf("key")} />;
    case "beingSetUp":
      return <SecondFactorSetUp factor={factor} refusal={refusalOf("confirmation")} />;
    case "on":
      return <SecondFactorOn factor={factor} refusalOf={refusalOf} />;
  }
}

function codesIn(answered: Answer | undefined): string[] | null {
  if (!answered?.ok || typeof answered.value !== "object" || answered.value === null) return null;
  return "codes" in answered.value && Array.isArray(answered.value.codes) ? answered.value.codes : null;
}
