import { Link } from "react-router";
import type { KeyIn } from "#messages/texts.ts";
import type { Person } from "#shop/accounts/people/list-people.server.ts";
import { agoText } from "#web/parts/text/time-text.ts";
import { useTexts } from "#web/texts.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Cell, Row } from "#web/ui/table.tsx";

/** The columns of the list. */
export const personColumns = ["person", "mayDo", "lastSeen"] as const satisfies KeyIn<"adminPeople">[];

/** A person with the names of the rights in the page's language. */
type ShownPerson = Omit<Person, "rights"> & { rights: string[] };

/** A person: name, rights in words, last seen. The name leads to the person's page. [S13.10] */
export function PersonRow({ person, isOwn, now }: { person: ShownPerson; isOwn: boolean; now: Date }) {
  const texts = useTexts("adminPeople");
  const parts = useTexts("parts");
  const { id, name, email, disabled, lastSeenAt } = person;
  return (
    <Row>
      <Cell className="md:min-w-52">
        <span className="flex min-w-0 flex-col">
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <Link to={`/admin/people/${encodeURIComponent(id)}`} className="touch-link font-semibold wrap-anywhere underline">
              {name}
            </Link>
            {disabled && (
              <Badge tone="red" icon="ban">
                {texts("disabled")}
              </Badge>
            )}
            {isOwn && <Badge tone="slate">{texts("you")}</Badge>}
          </span>
          <span className="text-sm wrap-anywhere text-soft">{email}</span>
        </span>
      </Cell>
      <Cell label={texts("mayDo")} className="min-w-0">
        <PersonRights person={person} />
      </Cell>
      <Cell label={texts("lastSeen")} className="whitespace-nowrap">
        {lastSeenAt ? agoText(lastSeenAt, now, parts) : texts("never")}
      </Cell>
    </Row>
  );
}

/** What a person may do, in words. */
export function PersonRights({ person: { isOwner, rights } }: { person: Pick<ShownPerson, "isOwner" | "rights"> }) {
  const texts = useTexts("adminPeople");
  if (!isOwner) return <span>{rights.join(", ")}</span>;
  return (
    <span>
      <Badge tone="action" icon="shield">
        {texts("owner")}
      </Badge>
    </span>
  );
}
