import { letterKinds } from "#shop/letters/letter.ts";
import type { ListedLetter } from "#shop/orders/list-letters.server.ts";
import { When } from "#web/parts/time.tsx";
import { Cell, Row } from "#web/ui/table.tsx";
import { LetterSending } from "./letter-sending-form.tsx";
import { LetterShowing } from "./letter-showing-form.tsx";
import { LetterStateBadge } from "./letter-state-badge.tsx";

/** The columns of the list of letters. */
export const letterColumns = ["Letter", "To", "State", "Written", "Actions"];

/** A letter: what it is about, to whom it goes, and what became of it. */
export function LetterRow({ letter, isMailOn }: { letter: ListedLetter; isMailOn: boolean }) {
  const { kind, subject, to, state, createdAt } = letter;
  return (
    <Row>
      <Cell className="md:min-w-52">
        <span className="flex min-w-0 flex-col">
          <span className="font-semibold wrap-anywhere">{subject}</span>
          <span className="text-sm text-soft">{letterKinds[kind]}</span>
        </span>
      </Cell>
      <Cell label="To" className="md:min-w-44">
        <span className="wrap-anywhere">{to ?? "The owner"}</span>
      </Cell>
      <Cell label="State">
        <span className="flex flex-col items-start gap-1">
          <LetterStateBadge state={state} />
          <Fate letter={letter} />
        </span>
      </Cell>
      <Cell label="Written">
        <When at={createdAt} as="short" />
      </Cell>
      <Cell>
        <span className="flex flex-wrap items-center gap-2 md:flex-nowrap">
          {letter.isOfAdmin ? <span className="text-sm text-soft">An admin's: not shown</span> : <LetterShowing letter={letter} />}
          {state === "failed" && isMailOn && <LetterSending letter={letter} />}
        </span>
      </Cell>
    </Row>
  );
}

function Fate({ letter: { state, tries, problem, nextTryAt, sentAt } }: { letter: ListedLetter }) {
  return (
    <span className="flex flex-col text-sm text-soft">
      {sentAt && <When at={sentAt} as="short" />}
      {problem && <span className="max-w-72">{problem}</span>}
      {state !== "sent" && tries > 0 && <span>{tries === 1 ? "Tried once" : `Tried ${tries} times`}</span>}
      {state === "waiting" && tries > 0 && nextTryAt && (
        <span>
          Again at <When at={nextTryAt} as="short" />
        </span>
      )}
    </span>
  );
}
