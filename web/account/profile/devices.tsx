import type { OwnSession } from "#shop/accounts/sessions/own-sessions.server.ts";
import type { TypedAnswer } from "#web/parts/forms/typed-fields.ts";
import { When } from "#web/parts/text/time.tsx";
import { rich, useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Sheet } from "#web/ui/sheet.tsx";
import { DeviceEnding } from "./device-ending.tsx";

/** A session with the name of its device in the language of the page. */
type ShownSession = Omit<OwnSession, "device"> & { device: string };

type Props = { email: string; sessions: ShownSession[]; answered: TypedAnswer | undefined };

/** The devices where the account is logged in; one or all others can be logged out. [S4.10] */
export function Devices({ email, sessions, answered }: Props) {
  const texts = useTexts("account");
  return (
    <Sheet title={texts("whereLoggedIn")}>
      {answered && <Alert kind={answered.ok ? "success" : "error"}>{answered.sentence}</Alert>}
      <ul className="rows">
        {sessions.map((session) => (
          <Device key={session.id} session={session} email={email} />
        ))}
      </ul>
      {sessions.length > 1 && (
        <DeviceEnding
          id="log-out-others"
          action="/account/other-sessions/ending"
          title={texts("logOutOthersTitle")}
          email={email}
          cancelLabel={texts("keepThem")}
          button={{ shown: texts("logOutOthers"), isWide: true }}
        />
      )}
    </Sheet>
  );
}

function Device({ session: { id, device, seenAt, isThis }, email }: { session: ShownSession; email: string }) {
  const texts = useTexts("account");
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0">
        <p className="font-semibold">{device}</p>
        <p className="text-sm text-soft">{rich(texts, "lastSeen", { time: () => <When at={seenAt} /> })}</p>
      </div>
      {isThis ? (
        <Badge tone="action">{texts("thisDevice")}</Badge>
      ) : (
        <DeviceEnding
          id={`log-out-${id}`}
          action={`/account/sessions/${encodeURIComponent(id)}/ending`}
          title={texts("logOutDeviceTitle", { device })}
          email={email}
          cancelLabel={texts("keepIt")}
          button={{ shown: texts("logOut"), unseen: device }}
        />
      )}
    </li>
  );
}
