import type { ShownEmail } from "#shop/emails/reading/show-email.server.ts";
import { messages } from "#shop/messages.ts";
import { CopyWhole } from "#web/parts/text/copyable.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Facts, Sheet } from "#web/ui/sheet.tsx";

/** A whole email with its secret links. */
export function EmailText({ email: { subject, to, text, isNeeded } }: { email: ShownEmail }) {
  return (
    <div className="flex flex-col gap-3">
      {!isNeeded && <Alert kind="warning">{messages.letterNotNeeded}</Alert>}
      <Facts
        rows={[
          [
            "To",
            <span key="to" className="wrap-anywhere">
              {to.join(", ") || "nobody"}
            </span>,
          ],
          [
            "Subject",
            <span key="subject" className="wrap-anywhere">
              {subject}
            </span>,
          ],
        ]}
      />
      <pre className="well max-h-96 overflow-auto p-3 text-sm whitespace-pre-wrap wrap-anywhere">{text}</pre>
      <div>
        <CopyWhole text={text} label="Copy the text" />
      </div>
    </div>
  );
}

/** The email as part of the page, without JavaScript. */
export function EmailSheet({ email }: { email: ShownEmail }) {
  return (
    <Sheet title="The email">
      <EmailText email={email} />
    </Sheet>
  );
}
