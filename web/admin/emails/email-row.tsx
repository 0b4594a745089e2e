import type { KeyIn } from "#messages/texts.ts";
import type { ListedEmail } from "#shop/emails/reading/list-emails.server.ts";
import { When } from "#web/parts/text/time.tsx";
import type { ShownText } from "#web/say.ts";
import { rich, useTexts } from "#web/texts.tsx";
import { Cell, Row } from "#web/ui/table.tsx";
import { EmailSending } from "./email-sending-form.tsx";
import { EmailShowing } from "./email-showing-form.tsx";
import { EmailStateBadge } from "./email-state-badge.tsx";
import { kindWords } from "./email-words.ts";

export const emailColumns = ["email", "to", "state", "written", "actions"] as const satisfies KeyIn<"adminEmails">[];

/** An email with its problem in the language of the page. */
type ShownEmailRow = Omit<ListedEmail, "problem"> & { problem: ShownText | null };

/** An email: subject, recipient, state and actions. */
export function EmailRow({ email, isMailOn }: { email: ShownEmailRow; isMailOn: boolean }) {
  const texts = useTexts("adminEmails");
  const { kind, subject, locale, to, state, createdAt } = email;
  return (
    <Row>
      <Cell className="col-span-full md:min-w-52">
        <span className="flex min-w-0 flex-col">
          <span lang={locale} className="font-semibold wrap-anywhere">
            {subject}
          </span>
          <span className="text-sm text-soft">{texts(kindWords[kind])}</span>
        </span>
      </Cell>
      <Cell label={texts("to")} className="col-span-full md:min-w-44">
        <span className="wrap-anywhere">{to ?? texts("theOwner")}</span>
      </Cell>
      <Cell>
        <span className="flex flex-col items-start gap-1">
          <EmailStateBadge state={state} />
          <Fate email={email} />
        </span>
      </Cell>
      <Cell>
        <When at={createdAt} as="short" />
      </Cell>
      <Cell className="col-span-full">
        <div className="flex flex-wrap items-center gap-2 md:flex-nowrap">
          {email.isOfAdmin ? <span className="text-sm text-soft">{texts("adminsPrivate")}</span> : <EmailShowing email={email} />}
          {state === "failed" && isMailOn && <EmailSending email={email} />}
        </div>
      </Cell>
    </Row>
  );
}

function Fate({ email: { state, attempts, problem, nextAttemptAt, sentAt } }: { email: ShownEmailRow }) {
  const texts = useTexts("adminEmails");
  return (
    <span className="flex flex-col text-sm text-soft">
      {sentAt && <When at={sentAt} as="short" />}
      {problem && (
        <span lang={problem.lang} className="max-w-72">
          {problem.text}
        </span>
      )}
      {state !== "sent" && attempts > 0 && <span>{texts("triedTimes", { attempts })}</span>}
      {state === "waiting" && attempts > 0 && nextAttemptAt && (
        <span>{rich(texts, "againAt", { time: () => <When at={nextAttemptAt} as="short" /> })}</span>
      )}
    </span>
  );
}
