import { useActionData } from "react-router";
import { type LetterState, letterStates, letterStateWords } from "#shop/letters/letter.ts";
import { messages, sentence } from "#shop/messages.ts";
import { ListPages } from "#web/parts/list-pages.tsx";
import { pageTitle } from "#web/parts/page-title.ts";
import { Alert } from "#web/ui/alert.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { PageHead } from "#web/ui/sheet.tsx";
import { Table } from "#web/ui/table.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import type { Route } from "./+types/letters.ts";
import type { LetterAnswer } from "./letter-answer.ts";
import { LetterRow, letterColumns } from "./letter-row.tsx";
import { LetterSheet } from "./letter-sheet.tsx";
import { loadLetters } from "./letters-load.server.ts";

export const meta: Route.MetaFunction = ({ matches }) => [...pageTitle("Letters", matches), { name: "robots", content: "noindex" }];

export function loader({ request, context }: Route.LoaderArgs) {
  return loadLetters(context, new URL(request.url));
}

/** Letters: what the shop wrote to whom, and what became of it. Nothing of what is secret in one is here; showing one is a click of its own. */
export default function Letters({ loaderData: { rows, next, state, after, isMailOn } }: Pick<Route.ComponentProps, "loaderData">) {
  const answer = useActionData<LetterAnswer>();
  const shown = answer?.ok && answer.value ? answer.value : null;
  return (
    <section className="flex flex-col gap-4">
      <PageHead title="Letters">What the shop wrote, the newest first. A letter is removed after 90 days.</PageHead>
      {!isMailOn && <Alert kind="info">{messages.lettersAreKept}</Alert>}
      {shown && <LetterSheet letter={shown} />}
      {answer && !shown && answer.sentence && <Alert kind={answer.ok ? "success" : "error"}>{answer.sentence}</Alert>}
      <Tabs label="Which letters" look="pills" tabs={tabs(state)} />
      {rows.length === 0 ? (
        <EmptyState
          icon="mail"
          title={state ? sentence("noLettersInState", letterStateWords[state].toLowerCase()) : messages.noLettersYet}
        />
      ) : (
        <Table caption="Letters, newest first" head={letterColumns}>
          {rows.map((letter) => (
            <LetterRow key={letter.id} letter={letter} isMailOn={isMailOn} />
          ))}
        </Table>
      )}
      <ListPages toFirst={after ? address(state, null) : null} toNext={next ? address(state, next) : null} />
    </section>
  );
}

function tabs(current: LetterState | null) {
  const all = { to: address(null, null), label: "All", isCurrent: current === null };
  const ofState = (state: LetterState) => ({ to: address(state, null), label: letterStateWords[state], isCurrent: state === current });
  return [all, ...letterStates.map(ofState)];
}

function address(state: LetterState | null, after: string | null): string {
  const params = new URLSearchParams();
  if (state) params.set("state", state);
  if (after) params.set("after", after);
  return params.size > 0 ? `/admin/letters?${params}` : "/admin/letters";
}
