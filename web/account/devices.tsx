import type { OwnSession } from "#shop/accounts/own-sessions.server.ts";
import { When } from "#web/parts/time.tsx";
import { useAnswer } from "#web/parts/use-answer.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Sheet } from "#web/ui/sheet.tsx";
import type { AccountAnswer } from "./account-answer.ts";

type Props = { sessions: OwnSession[]; answered: AccountAnswer | undefined };

/** Where the account is logged in; each device but this one can be logged out, and all of them at once. [S4.10] */
export function Devices({ sessions, answered }: Props) {
  return (
    <Sheet title="Where you are logged in">
      {answered && <Alert kind={answered.ok ? "success" : "error"}>{answered.sentence}</Alert>}
      <ul className="divide-y divide-line">
        {sessions.map((session) => (
          <Device key={session.id} session={session} />
        ))}
      </ul>
      {sessions.length > 1 && <Others />}
    </Sheet>
  );
}

function Device({ session: { id, device, seenAt, isThis } }: { session: OwnSession }) {
  const { Form, isBusy, refusal } = useAnswer(undefined, () => {});
  return (
    <li className="flex flex-col gap-2 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <p className="font-semibold">{device}</p>
          <p className="text-sm text-soft">
            Last seen <When at={seenAt} />
          </p>
        </div>
        {isThis ? (
          <Badge tone="action">This device</Badge>
        ) : (
          <Form method="post" action={`/account/sessions/${encodeURIComponent(id)}/ending`}>
            <Button type="submit" variant="secondary" isBusy={isBusy}>
              Log out<span className="unseen"> {device}</span>
            </Button>
          </Form>
        )}
      </div>
      {refusal && <Alert kind="error">{refusal.sentence}</Alert>}
    </li>
  );
}

function Others() {
  const { Form, isBusy, refusal } = useAnswer(undefined, () => {});
  return (
    <Form method="post" action="/account/other-sessions/ending" className="flex flex-col gap-2">
      {refusal && <Alert kind="error">{refusal.sentence}</Alert>}
      <Button type="submit" variant="secondary" icon="logout" isBusy={isBusy} className="sm:self-start">
        Log all other devices out
      </Button>
    </Form>
  );
}
