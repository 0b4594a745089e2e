import { Link, useActionData } from "react-router";
import { findPerson } from "#shop/accounts/people/find-person.server.ts";
import { actionLabels } from "#web/admin/activity/action-texts.ts";
import { activityAddress } from "#web/admin/activity/activity-address.ts";
import { requestContext } from "#web/context.ts";
import { pageTitle } from "#web/parts/site/page-title.ts";
import { PageNow } from "#web/parts/text/page-now.ts";
import { When } from "#web/parts/text/time.tsx";
import { agoText, durationText } from "#web/parts/text/time-text.ts";
import { orFail, type Said, say, sentenceFor } from "#web/say.ts";
import { shownRights } from "#web/shown-rights.ts";
import { rich, textsOfPage, useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { PageHead, Sheet } from "#web/ui/sheet.tsx";
import { Cell, Row, Table } from "#web/ui/table.tsx";
import { BackLink } from "../frame/back-link.tsx";
import type { Route } from "./+types/person.ts";
import { PersonAction, personActions } from "./person-action.tsx";
import { PersonRights } from "./person-row.tsx";
import { RightsForm } from "./rights-form.tsx";

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageTitle(textsOfPage(matches, "adminPeople")("people"), matches),
  { name: "robots", content: "noindex" },
];

export async function loader({ params, context }: Route.LoaderArgs) {
  const { visitor, services } = context.get(requestContext);
  const found = await orFail(context, "failedToLoadPeople", () => findPerson(services, visitor, params.userId));
  if (!found.ok) throw say(context, found);
  const { devices, rights, ...person } = found.value;
  return {
    person: { ...person, rights: shownRights(context, rights).map(({ label }) => label) },
    ticked: rights,
    all: shownRights(context),
    devices: devices.map(({ device, ...one }) => ({ ...one, device: typeof device === "string" ? device : sentenceFor(context, device) })),
    isOwn: visitor.kind !== "guest" && visitor.userId === person.id,
    email: visitor.kind === "guest" ? "" : visitor.email,
    now: services.now(),
  };
}

/** A person who works in the shop: rights, what was done lately, devices, and changes. [S13.8] [S13.10] */
export default function PersonPage({ loaderData }: Route.ComponentProps) {
  const texts = useTexts("adminPeople");
  const parts = useTexts("parts");
  const activityTexts = useTexts("adminActivity");
  const answer = useActionData<Said>();
  const { person, ticked, all, devices, isOwn, email, now } = loaderData;
  const to = (action: string, days: number) => activityAddress({ admin: person.id, action, days: String(days) });
  const shown = (ms: number | null) => (ms === null ? null : durationText(ms, parts));
  return (
    <PageNow value={now}>
      <section className="flex flex-col gap-4">
        <BackLink to="/admin/people">{texts("people")}</BackLink>
        <PageHead
          title={<span className="wrap-anywhere">{person.name}</span>}
          warning={
            person.disabled && (
              <Badge tone="red" icon="ban">
                {texts("disabled")}
              </Badge>
            )
          }
        >
          <span className="wrap-anywhere">{person.email}</span>
          {person.lastSeenAt && <span> · {texts("lastSeenAgo", { time: agoText(person.lastSeenAt, now, parts) })}</span>}
        </PageHead>
        {answer && <Alert kind={answer.ok ? "success" : "error"}>{answer.sentence}</Alert>}
        <Sheet title={texts("mayDo")}>
          <p>
            <PersonRights person={person} />
          </p>
          <RightsForm key={ticked.join()} id={person.id} all={all} ticked={ticked} email={email} isOwner={person.isOwner} />
        </Sheet>
        <Sheet title={texts("work")}>
          <Table caption={texts("work")} head={[texts("work"), texts("days", { n: 7 }), texts("days", { n: 30 })]}>
            {person.numbers.map(({ action, week, month }) => (
              <Row key={action}>
                <Cell>{activityTexts(actionLabels[action])}</Cell>
                <Cell label={texts("days", { n: 7 })}>
                  <Count n={week} to={to(action, 7)} />
                </Cell>
                <Cell label={texts("days", { n: 30 })}>
                  <Count n={month} to={to(action, 30)} />
                </Cell>
              </Row>
            ))}
            <Row>
              <Cell>{texts("answerTime")}</Cell>
              <Cell label={texts("days", { n: 7 })}>
                <Count n={shown(person.answerTimes.weekMs)} to={to("buyer-answered", 7)} />
              </Cell>
              <Cell label={texts("days", { n: 30 })}>
                <Count n={shown(person.answerTimes.monthMs)} to={to("buyer-answered", 30)} />
              </Cell>
            </Row>
          </Table>
        </Sheet>
        <Sheet title={texts("devices")}>
          {devices.length === 0 ? (
            <p className="text-soft">{texts("noDevices")}</p>
          ) : (
            <ul className="rows">
              {devices.map(({ id, device, seenAt }) => (
                <li key={id} className="py-2">
                  <p className="font-semibold">{device}</p>
                  <p className="text-sm text-soft">{rich(texts, "lastSeenAt", { time: () => <When at={seenAt} /> })}</p>
                </li>
              ))}
            </ul>
          )}
        </Sheet>
        <div className="flex flex-wrap gap-2">
          {!person.isOwner && !person.disabled && <PersonAction action={personActions.ownership} person={person} email={email} />}
          <PersonAction action={person.disabled ? personActions.enabling : personActions.disabling} person={person} email={email} />
          {!isOwn && <PersonAction action={personActions.removal} person={person} email={email} />}
        </div>
      </section>
    </PageNow>
  );
}

/** A number that leads to what it counts; null: there is none. */
function Count({ n, to }: { n: number | string | null; to: string }) {
  if (n === 0 || n === null) return <span className="figures">{n ?? "–"}</span>;
  return (
    <Link to={to} className="figures touch-link font-semibold underline">
      {n}
    </Link>
  );
}
