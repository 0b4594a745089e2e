import { messages } from "#shop/messages.ts";
import type { ShownLetter } from "#shop/orders/show-letter.server.ts";
import { CopyWhole } from "#web/parts/copyable.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Facts, Sheet } from "#web/ui/sheet.tsx";

/** A whole letter with its secret links, to be read or passed on. */
export function LetterText({ letter: { subject, to, text, isNeeded } }: { letter: ShownLetter }) {
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
      <pre className="max-h-96 overflow-auto rounded-field border border-line bg-sunk p-3 text-sm whitespace-pre-wrap wrap-anywhere">
        {text}
      </pre>
      <div>
        <CopyWhole text={text} label="Copy the text" />
      </div>
    </div>
  );
}

/** The same in the page, where no script shows it in front of it. */
export function LetterSheet({ letter }: { letter: ShownLetter }) {
  return (
    <Sheet title="The letter">
      <LetterText letter={letter} />
    </Sheet>
  );
}
