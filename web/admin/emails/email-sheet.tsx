import type { ShownEmail } from "#shop/emails/reading/show-email.server.ts";
import { CopyWhole } from "#web/parts/text/copyable.tsx";
import { useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Facts, Sheet } from "#web/ui/sheet.tsx";

/** A whole email with its secret links. */
export function EmailText({ email: { subject, to, text, locale, isNeeded } }: { email: ShownEmail }) {
  const texts = useTexts("adminEmails");
  return (
    <div className="flex flex-col gap-3">
      {!isNeeded && <Alert kind="warning">{texts("emailNotNeeded")}</Alert>}
      <Facts
        rows={[
          [
            texts("to"),
            <span key="to" className="wrap-anywhere">
              {to.join(", ") || texts("nobody")}
            </span>,
          ],
          [
            texts("subject"),
            <span key="subject" lang={locale} className="wrap-anywhere">
              {subject}
            </span>,
          ],
        ]}
      />
      <pre lang={locale} className="well max-h-96 overflow-auto p-3 text-sm whitespace-pre-wrap wrap-anywhere">
        {text}
      </pre>
      <div>
        <CopyWhole text={text} label={texts("copyText")} />
      </div>
    </div>
  );
}

/** The email as part of the page, without JavaScript. */
export function EmailSheet({ email }: { email: ShownEmail }) {
  const texts = useTexts("adminEmails");
  return (
    <Sheet title={texts("theEmail")}>
      <EmailText email={email} />
    </Sheet>
  );
}

/** An email's subject in the name of a button, as a tag of `rich`, in the email's own language. */
export function subjectIn(locale: string, subject: string) {
  return () => (
    <span key="subject" lang={locale}>
      {subject}
    </span>
  );
}
