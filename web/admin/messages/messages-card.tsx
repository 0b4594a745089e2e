import type { Language } from "#messages/languages.ts";
import type { ContactMessage, MessageState } from "#shop/orders/messages/listed-message.ts";
import type { useAnswer } from "#web/parts/forms/use-answer.ts";
import { OwnText } from "#web/parts/text/own-text.tsx";
import { When } from "#web/parts/text/time.tsx";
import { useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button, buttonStyle } from "#web/ui/button.tsx";
import { Dialog, DialogActions, DialogButton, SafeButton } from "#web/ui/dialog.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { messageAddress, type ReplyStart, replyAddress } from "./messages-address.ts";

type Props = { message: ContactMessage & { language: Language; reply: ReplyStart }; state: MessageState; sending: Sending };

/**
 * All cards share one fetcher: a live update may remove a card before its own answer arrives.
 * `busyWith` is the address that is being sent to.
 */
type Sending = Pick<ReturnType<typeof useAnswer>, "Form" | "refusal"> & {
  busyWith: string | null;
  onSend: (address: string) => void;
};

/** One message: who wrote, when, what, and the actions. [S2.27] */
export function MessageCard({ message, state, sending }: Props) {
  const texts = useTexts("adminMessages");
  const { Form, busyWith, onSend } = sending;
  const handling = messageAddress(message.id, "handling", state);
  const isHandled = message.handledAt !== null;
  return (
    <article aria-labelledby={`from-${message.id}`} className="card flex flex-col gap-3 p-4">
      <header className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <h2 id={`from-${message.id}`} className="text-lg">
            {message.name}
          </h2>
          <p className="text-sm break-all text-soft">{message.email}</p>
          <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-soft">
            <When at={message.at} />
            {isHandled ? (
              <Badge tone="green" icon="done">
                {texts("handled")}
              </Badge>
            ) : (
              <Badge tone="amber" icon="mail">
                {texts("open")}
              </Badge>
            )}
          </p>
        </div>
        <Deletion message={message} state={state} sending={sending} />
      </header>
      <Words text={message.message} language={message.language} />
      <footer className="flex flex-wrap gap-2 border-t border-line pt-3 max-sm:[&_:is(a,button)]:px-3">
        <a href={replyAddress(message)} className={buttonStyle({ variant: isHandled ? "secondary" : "primary" })}>
          <Icon name="mail" />
          {texts("reply")}
        </a>
        <Form method="post" action={handling} onSubmit={() => onSend(handling)}>
          <input type="hidden" name="handled" value={String(!isHandled)} />
          <Button type="submit" variant="secondary" icon={isHandled ? "refresh" : "check"} isBusy={busyWith === handling}>
            {texts(isHandled ? "openAgain" : "markHandled")}
            <span className="unseen"> {texts("messageOf", { name: message.name })}</span>
          </Button>
        </Form>
      </footer>
    </article>
  );
}

const LONG = 600;

/** Collapses a long message; opens without JavaScript. */
function Words({ text, language }: { text: string; language: Language }) {
  const texts = useTexts("adminMessages");
  const whole = (
    <p className="whitespace-pre-wrap">
      <OwnText language={language}>{text}</OwnText>
    </p>
  );
  if (text.length <= LONG) return whole;
  return (
    <details className="group">
      <summary className="list-none">
        <OwnText language={language} className="line-clamp-4 whitespace-pre-wrap group-open:hidden">
          {text}
        </OwnText>
        <span className="touch-link gap-1 font-semibold">
          <Icon name="down" className="group-open:rotate-180" />
          <span className="group-open:hidden">{texts("readAll")}</span>
          <span className="hidden group-open:inline">{texts("shorten")}</span>
        </span>
      </summary>
      {whole}
    </details>
  );
}

function Deletion({ message, state, sending: { Form, refusal, busyWith, onSend } }: Props) {
  const texts = useTexts("adminMessages");
  const deletion = messageAddress(message.id, "deletion", state);
  const dialog = `delete-message-${message.id}`;
  return (
    <>
      <DialogButton
        dialog={dialog}
        variant="dangerQuiet"
        size="icon"
        icon="trash"
        aria-label={texts("deleteMessageOf", { name: message.name })}
        title={texts("delete")}
      />
      <Dialog id={dialog} title={texts("deleteTitle", { name: message.name })}>
        <p>{texts("deleteLead")}</p>
        {refusal && <Alert kind="error">{refusal.sentence}</Alert>}
        <Form method="post" action={deletion} onSubmit={() => onSend(deletion)}>
          <DialogActions>
            <SafeButton dialog={dialog}>{texts("keepIt")}</SafeButton>
            <Button type="submit" variant="danger" icon="trash" isBusy={busyWith === deletion}>
              {texts("delete")}
            </Button>
          </DialogActions>
        </Form>
      </Dialog>
    </>
  );
}
