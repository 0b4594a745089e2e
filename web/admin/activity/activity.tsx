import { Link } from "react-router";
import { readSubjectKind } from "#shop/audit/action-words.ts";
import { type AuditEntry, listActivity } from "#shop/audit/activity.server.ts";
import { DAY_MS } from "#shop/constants.ts";
import { ListTools, ToolChoice } from "#web/admin/lists/list-tools.tsx";
import { requestContext } from "#web/context.ts";
import { pageTitle } from "#web/parts/site/page-title.ts";
import { ListPages } from "#web/parts/text/list-pages.tsx";
import { When } from "#web/parts/text/time.tsx";
import { agoText } from "#web/parts/text/time-text.ts";
import { orFail, say } from "#web/say.ts";
import { rich, textsOfPage, useTexts } from "#web/texts.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { PageHead } from "#web/ui/sheet.tsx";
import type { Route } from "./+types/activity.ts";
import { actionLabelOf, adminIn, emailNameIn, guardedNameIn, sentenceOf, subjectKinds } from "./action-texts.ts";
import { type ActivityAddress, activityAddress, isNarrowed, readActivityAddress } from "./activity-address.ts";
import { factsText } from "./fact-texts.ts";

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageTitle(textsOfPage(matches, "adminActivity")("activity"), matches),
  { name: "robots", content: "noindex" },
];

export async function loader({ request, context }: Route.LoaderArgs) {
  const { services, visitor } = context.get(requestContext);
  const address = readActivityAddress(new URL(request.url).searchParams);
  const activity = await orFail(context, "failedToLoadActivity", () =>
    listActivity(services, visitor, {
      ...address,
      kind: readSubjectKind(address.kind),
      adminId: address.admin,
      since: address.days ? new Date(services.now().getTime() - Number(address.days) * DAY_MS) : null,
    }),
  );
  if (!activity.ok) throw say(context, activity);
  return { ...activity.value, address, now: services.now() };
}

/** The audit log, latest first, filtered by kind, admin and name, and by what a person's page links to. [S4.6]
 * [S13.10] */
export default function ActivityPage({ loaderData: { rows, next, admins, address, now } }: Route.ComponentProps) {
  const texts = useTexts("adminActivity");
  return (
    <section className="flex flex-col gap-3">
      <PageHead title={texts("activity")} />
      <ActivityTools address={address} admins={admins} />
      {rows.length === 0 ? (
        <EmptyState
          icon={isNarrowed(address) ? "search" : "clock"}
          title={texts(isNarrowed(address) ? "noActivityFound" : "noActivityYet")}
        />
      ) : (
        <ol className="card divide-y divide-line px-4 sm:px-6">
          {rows.map((entry) => (
            <Entry key={entry.id} entry={entry} now={now} />
          ))}
        </ol>
      )}
      <ListPages
        toFirst={address.after ? activityAddress({ ...address, after: null }) : null}
        toNext={next ? activityAddress({ ...address, after: next }) : null}
      />
    </section>
  );
}

type ToolsProps = { address: ActivityAddress; admins: { id: string; name: string }[] };

/** The search by name, and a menu of kinds and admins. */
function ActivityTools({ address, admins }: ToolsProps) {
  const texts = useTexts("adminActivity");
  const { kind, admin, action, days, search } = address;
  const to = (changed: Partial<ActivityAddress>) => activityAddress({ ...address, after: null, ...changed });
  const ofKind = readSubjectKind(kind);
  const chosen = admins.find(({ id }) => id === admin);
  return (
    <ListTools
      filters={[{ to: activityAddress(), label: texts("everything"), isCurrent: !isNarrowed(address) }]}
      applied={[
        ...(search ? [{ name: search, toWithout: to({ search: "" }) }] : []),
        ...(ofKind ? [{ name: texts(subjectKinds[ofKind]), toWithout: to({ kind: "" }) }] : []),
        ...(action ? [{ name: actionLabelOf(texts, action), toWithout: to({ action: "" }) }] : []),
        ...(days ? [{ name: texts("lastDays", { n: Number(days) }), toWithout: to({ days: "" }) }] : []),
        ...(chosen ? [{ name: adminIn(texts, chosen.id, chosen.name), toWithout: to({ admin: "" }) }] : []),
      ]}
      action={activityAddress()}
      kept={[
        ["action", action],
        ["days", days],
      ]}
      search={search}
      label={texts("name")}
      placeholder={texts("nameExample")}
      menu={{
        name: texts("filterMenu"),
        fields: (
          <>
            <ToolChoice
              name="kind"
              label={texts("kind")}
              chosen={kind}
              choices={[
                { value: "", text: texts("everything") },
                ...Object.entries(subjectKinds).map(([value, label]) => ({ value, text: texts(label) })),
              ]}
            />
            <ToolChoice
              name="admin"
              label={texts("admin")}
              chosen={admin}
              choices={[
                { value: "", text: texts("everybody") },
                ...admins.map(({ id, name }) => ({ value: id, text: adminIn(texts, id, name) })),
              ]}
            />
          </>
        ),
      }}
    />
  );
}

function Entry({ entry, now }: { entry: AuditEntry; now: Date }) {
  const texts = useTexts("adminActivity");
  const parts = useTexts("parts");
  const facts = factsText(entry.facts, texts);
  return (
    <li className="flex flex-col gap-x-6 py-3 md:flex-row md:items-baseline md:justify-between">
      <p className="min-w-0 wrap-anywhere">
        <span>
          {rich(texts, sentenceOf(entry.subject.kind, entry.action), {
            admin: () => <strong className="font-semibold">{adminIn(texts, entry.adminId, entry.adminName)}</strong>,
            subject: () => <Subject entry={entry} />,
            action: entry.action,
          })}
        </span>
        {facts && <span className="text-soft"> ({facts})</span>}
      </p>
      <p className="shrink-0 text-sm text-soft">
        {agoText(entry.at, now, parts)} · <When at={entry.at} as="short" />
      </p>
    </li>
  );
}

function Subject({ entry: { action, subject, hasPage } }: { entry: AuditEntry }) {
  const [emailTexts, guardedTexts] = [useTexts("adminEmails"), useTexts("emails")];
  if (hasPage && subject.kind === "order")
    return (
      <Link to={`/admin/orders/${subject.name}`} translate="no" className="code link">
        {subject.name}
      </Link>
    );
  if (hasPage && subject.kind === "product")
    return (
      <Link to={`/admin/products/${encodeURIComponent(subject.id)}/edit`} className="link">
        {subject.name}
      </Link>
    );
  if (action === "guarded-value-changed") return <span className="font-medium">{guardedNameIn(guardedTexts, subject)}</span>;
  if (action === "payment-method-changed")
    return (
      <span translate="no" className="font-medium">
        {subject.name}
      </span>
    );
  return <span className="font-medium">{subject.kind === "email" ? emailNameIn(emailTexts, subject.name) : subject.name}</span>;
}
