import { data, Form, Link } from "react-router";
import { readSubjectKind, subjectKinds, wordsOfAction, wordsOfFacts } from "#shop/audit/action-words.ts";
import { type AuditEntry, listActivity } from "#shop/audit/activity.server.ts";
import { SEARCH_MAX_LENGTH } from "#shop/constants.ts";
import { messages } from "#shop/messages.ts";
import { refusalStatus } from "#shop/refusal-status.ts";
import { requestContext } from "#web/context.ts";
import { pageTitle } from "#web/parts/site/page-title.ts";
import { ListPages } from "#web/parts/text/list-pages.tsx";
import { When } from "#web/parts/text/time.tsx";
import { agoText } from "#web/parts/text/time-text.ts";
import { orFail } from "#web/say.ts";
import { useTexts } from "#web/texts.tsx";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { SelectField, TextField } from "#web/ui/fields/text-field.tsx";
import { PageHead } from "#web/ui/sheet.tsx";
import type { Route } from "./+types/activity.ts";
import { type ActivityAddress, activityAddress, readActivityAddress } from "./activity-address.ts";

export const meta: Route.MetaFunction = ({ matches }) => [...pageTitle("Activity", matches), { name: "robots", content: "noindex" }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const { services, visitor } = context.get(requestContext);
  const address = readActivityAddress(new URL(request.url).searchParams);
  const activity = await orFail(context, "failedToLoadActivity", () =>
    listActivity(services, visitor, { ...address, kind: readSubjectKind(address.kind), adminId: address.admin }),
  );
  if (!activity.ok) throw data(activity, { status: refusalStatus[activity.kind] });
  return { ...activity.value, address, now: services.now() };
}

/** The audit log, latest first, filtered by kind, admin and name. [S4.6] */
export default function ActivityPage({ loaderData: { rows, next, admins, address, now } }: Route.ComponentProps) {
  const isFiltered = address.search !== "" || address.kind !== "" || address.admin !== "";
  return (
    <section className="flex flex-col gap-4">
      <PageHead title="Activity">What admins did, the latest first.</PageHead>
      <Filter key={activityAddress(address)} address={address} admins={admins} isFiltered={isFiltered} />
      {rows.length === 0 ? (
        <EmptyState icon={isFiltered ? "search" : "clock"} title={isFiltered ? messages.noDeedsFound : messages.noDeedsYet} />
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
  return (
    <Form role="search" className="grid gap-3 sm:grid-cols-2 lg:grid-cols-[1fr_1fr_2fr_auto] lg:items-end">
      <SelectField label="Kind" name="kind" defaultValue={address.kind}>
        <option value="">Everything</option>
        {Object.entries(subjectKinds).map(([kind, name]) => (
          <option key={kind} value={kind}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField label="Admin" name="admin" defaultValue={address.admin}>
        <option value="">Everybody</option>
        {admins.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <TextField
        label="Name"
        name="search"
        type="search"
        placeholder="Request code, product, …"
        defaultValue={address.search}
        maxLength={SEARCH_MAX_LENGTH}
        autoComplete="off"
      />
      <div className="flex flex-wrap items-end gap-2">
        <Button type="submit" variant="secondary" icon="search">
          Show
        </Button>
        {isFiltered && (
          <Link to={activityAddress()} className="touch-link px-2 font-semibold underline">
            Clear
          </Link>
        )}
      </div>
    </Form>
  );
}

function Entry({ entry, now }: { entry: AuditEntry; now: Date }) {
  const { before, after } = wordsOfAction(entry.subject.kind, entry.action);
  const facts = wordsOfFacts(entry.facts);
  return (
    <li className="flex flex-col gap-x-6 py-3 md:flex-row md:items-baseline md:justify-between">
      <p className="min-w-0 wrap-anywhere">
        <strong className="font-semibold">{entry.adminName}</strong> <span>{before}</span>
        {after !== null && <Subject entry={entry} />}
        <span>{after}</span>
        {facts && <span className="text-soft"> ({facts})</span>}
      </p>
      <p className="shrink-0 text-sm text-soft">
        {agoText(entry.at, now, useTexts("parts"))} · <When at={entry.at} as="short" />
      </p>
    </li>
  );
}

function Subject({ entry: { subject, hasPage } }: { entry: AuditEntry }) {
  const link = "link";
  if (hasPage && subject.kind === "order")
    return (
      <Link to={`/admin/orders/${subject.name}`} translate="no" className={`code ${link}`}>
        {subject.name}
      </Link>
    );
  if (hasPage && subject.kind === "product")
    return (
      <Link to={`/admin/dashboard/edit-product/${encodeURIComponent(subject.id)}`} className={link}>
        {subject.name}
      </Link>
    );
  return <span className="font-medium">{subject.name}</span>;
}
