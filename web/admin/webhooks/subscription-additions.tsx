import { type ReactNode, useState } from "react";
import { LINK_MAX_LENGTH } from "#shop/constants.ts";
import { allEvents } from "#shop/webhooks/delivery.ts";
import { besides } from "#web/parts/forms/besides.ts";
import { fieldOf } from "#web/parts/forms/refusal-alert.tsx";
import { useAnswer } from "#web/parts/forms/use-answer.ts";
import { ConfirmationFields } from "#web/parts/session/confirmation-fields.tsx";
import { useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { SubscriptionEvents } from "./subscription-events.tsx";
import { WebhookSecret } from "./webhook-secret.tsx";
import { secretIn, type WebhooksAnswer } from "./webhooks-answer.ts";

const SCHEME = "https://";

type Props = { answered: WebhooksAnswer | undefined };

/** Adds a chat subscription: the bot's token and the chat. */
export function ChatAddition({ isFirst, answered }: Props & { isFirst: boolean }) {
  const texts = useTexts("adminWebhooks");
  const { Form, isBusy, form, refusal, typed } = useAddition(answered);
  return (
    <Addition label={texts("addChat")} isOpen={isFirst || typed !== undefined}>
      <Form key={form} method="post" action="/admin/settings/notifications/chat" noValidate className="flex flex-col gap-4">
        {refusal && !fieldOf(refusal) && <Alert kind="error">{refusal.sentence}</Alert>}
        <TextField
          label={texts("botToken")}
          hint={texts("botTokenHint")}
          name="token"
          type="password"
          autoComplete="off"
          maxLength={200}
          error={besides(refusal, "token")}
        />
        <TextField
          label={texts("chat")}
          hint={texts("chatHint")}
          name="chatId"
          defaultValue={typed?.address}
          autoCapitalize="none"
          autoComplete="off"
          maxLength={64}
          error={besides(refusal, "chatId")}
        />
        <SubscriptionEvents chosen={typed?.events ?? ["order.placed", "stock.low"]} error={besides(refusal, "events")} />
        <ConfirmationFields errorOf={(field) => besides(refusal, field)} isNeeded />
        <Button type="submit" icon="plus" isBusy={isBusy} className="self-start">
          {texts("addTheChat")}
        </Button>
      </Form>
    </Addition>
  );
}

/** Adds a webhook subscription. Its secret is shown once. */
export function WebhookAddition({ answered }: Props) {
  const texts = useTexts("adminWebhooks");
  const { Form, isBusy, form, refusal, typed, secret } = useAddition(answered);
  return (
    <>
      {secret && <WebhookSecret key={secret.id} secret={secret.secret} />}
      <Addition label={texts("addWebhook")} isOpen={typed !== undefined}>
        <Form key={form} method="post" action="/admin/settings/notifications/addition" noValidate className="flex flex-col gap-4">
          {refusal && !fieldOf(refusal) && <Alert kind="error">{refusal.sentence}</Alert>}
          <TextField
            label={texts("address")}
            hint={texts("addressHint")}
            name="url"
            type="url"
            inputMode="url"
            defaultValue={typed?.address}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            placeholder={SCHEME}
            maxLength={LINK_MAX_LENGTH}
            error={besides(refusal, "url")}
          />
          <SubscriptionEvents chosen={typed?.events ?? allEvents} error={besides(refusal, "events")} />
          <ConfirmationFields errorOf={(field) => besides(refusal, field)} isNeeded />
          <Button type="submit" icon="plus" isBusy={isBusy} className="self-start">
            {texts("addTheWebhook")}
          </Button>
        </Form>
      </Addition>
    </>
  );
}

/** Resets the form after a success. */
function useAddition(answered: WebhooksAnswer | undefined) {
  const [form, setForm] = useState(0);
  const { Form, isBusy, answer, refusal } = useAnswer(answered, () => setForm(form + 1));
  const typed = answered?.ok === false ? answered.typed : undefined;
  return { Form, isBusy, form, refusal, typed, secret: secretIn(answer) };
}

/** The form, collapsed unless it is the next thing to do. Opens without JavaScript. */
function Addition({ label, isOpen, children }: { label: string; isOpen: boolean; children: ReactNode }) {
  return (
    <details open={isOpen} className="group rounded-field border border-line px-4">
      <summary className="flex min-h-11 list-none items-center gap-2 font-semibold text-action [&::-webkit-details-marker]:hidden">
        <Icon name="plus" />
        {label}
        <Icon name="down" className="ms-auto group-open:rotate-180" />
      </summary>
      <div className="pt-2 pb-4">{children}</div>
    </details>
  );
}
