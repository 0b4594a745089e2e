import { Form, Link } from "react-router";
import { readSubjectKind } from "#shop/audit/action-words.ts";
import { type AuditEntry, listActivity } from "#shop/audit/activity.server.ts";
import { SEARCH_MAX_LENGTH } from "#shop/constants.ts";
import { requestContext } from "#web/context.ts";
import { pageTitle } from "#web/parts/site/page-title.ts";
import { ListPages } from "#web/parts/text/list-pages.tsx";
import { When } from "#web/parts/text/time.tsx";
import { agoText } from "#web/parts/text/time-text.ts";
import { orFail, say } from "#web/say.ts";
import { rich, textsOfPage, useTexts } from "#web/texts.tsx";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { SelectField, TextField } from "#web/ui/fields/text-field.tsx";
import { PageHead } from "#web/ui/sheet.tsx";
import type { Route } from "./+types/activity.ts";
import { adminIn, emailNameIn, sentenceOf, subjectKinds } from "./action-texts.ts";
import { type ActivityAddress, activityAddress, readActivityAddress } from "./activity-address.ts";
import { factsText } from "./fact-texts.ts";

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageTitle(textsOfPage(matches, "adminActivity")("activity"), matches),
  { name: "robots", content: "noindex" },
];

export async function loader({ request, context }: Route.LoaderArgs) {
  const { services, visitor } = context.get(requestContext);
  const address = readActivityAddress(new URL(request.url).searchParams);
  const activity = await orFail(context, "failedToLoadActivity", () =>
    listActivity(services, visitor, { ...address, kind: readSubjectKind(address.kind), adminId: address.admin }),
  );
  if (!activity.ok) throw say(context, activity);
  return { ...activity.value, address, now: services.now() };
}

/** The audit log, latest first, filtered by kind, admin and name. [S4.6] */
export default function ActivityPage({ loaderData: { rows, next, admins, address, now } }: Route.ComponentProps) {
  const texts = useTexts("adminActivity");
  const isFiltered = address.search !== "" || address.kind !== "" || address.admin !== "";
  return (
    <section className="flex flex-col gap-4">
      <PageHead title={texts("activity")}>{texts("lead")}</PageHead>
      <Filter key={activityAddress(address)} address={address} admins={admins} isFiltered={isFiltered} />
      {rows.length === 0 ? (
        <EmptyState icon={isFiltered ? "search" : "clock"} title={texts(isFiltered ? "noActivityFound" : "noActivityYet")} />
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

type FilterProps = { address: ActivityAddress; admins: { id: string; name: string }[]; isFiltered: boolean };

function Filter({ address, admins, isFiltered }: FilterProps) {
  const texts = useTexts("adminActivity");
  return (
    <Form role="search" className="grid gap-3 sm:grid-cols-2 lg:grid-cols-[1fr_1fr_2fr_auto] lg:items-end">
      <SelectField label={texts("kind")} name="kind" defaultValue={address.kind}>
        <option value="">{texts("everything")}</option>
        {Object.entries(subjectKinds).map(([kind, label]) => (
          <option key={kind} value={kind}>
            {texts(label)}
          </option>
        ))}
      </SelectField>
      <SelectField label={texts("admin")} name="admin" defaultValue={address.admin}>
        <option value="">{texts("everybody")}</option>
        {admins.map(({ id, name }) => (
          <option key={id} value={id}>
            {adminIn(texts, id, name)}
          </option>
        ))}
      </SelectField>
      <TextField
        label={texts("name")}
        name="search"
        type="search"
        placeholder={texts("nameExample")}
        defaultValue={address.search}
        maxLength={SEARCH_MAX_LENGTH}
        autoComplete="off"
      />
      <div className="flex flex-wrap items-end gap-2">
        <Button type="submit" variant="secondary" icon="search">
          {texts("show")}
        </Button>
        {isFiltered && (
          <Link to={activityAddress()} className="touch-link px-2 font-semibold underline">
            {texts("clear")}
          </Link>
        )}
      </div>
    </Form>
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

function Subject({ entry: { subject, hasPage } }: { entry: AuditEntry }) {
  const emailTexts = useTexts("adminEmails");
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
  return <span className="font-medium">{subject.kind === "email" ? emailNameIn(emailTexts, subject.name) : subject.name}</span>;
}
