import { type ReactNode, useState } from "react";
import { LINK_MAX_LENGTH } from "#shop/constants.ts";
import { allEvents } from "#shop/webhooks/delivery.ts";
import { useAnswer } from "#web/parts/forms/use-answer.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { SubscriptionEvents } from "./subscription-events.tsx";
import { WebhookSecret } from "./webhook-secret.tsx";
import { secretIn, type WebhooksAnswer } from "./webhooks-answer.ts";

type Props = { isFirst: boolean; answered: WebhooksAnswer | undefined };

/** Adds a chat subscription: the bot's token and the chat. */
export function ChatAddition({ isFirst, answered }: Props) {
  const { form, field, typed, ...sending } = useAddition(answered);
  const { Form, isBusy } = sending;
  return (
    <Addition label="Add a chat" isOpen={isFirst || typed !== undefined}>
      <Form key={form} method="post" action="/admin/webhooks/chat" noValidate className="flex flex-col gap-4">
        <Whole {...sending} />
        <TextField
          label="Token of your bot"
          hint="Write to @BotFather in Telegram to make a bot: it gives you the token. It is stored encrypted and not shown again."
          name="token"
          type="password"
          autoComplete="off"
          maxLength={200}
          error={field("token")}
        />
        <TextField
          label="Chat"
          hint="Your own number, or that of a group with the bot in it. Write to the bot first; bots such as @userinfobot tell you your number."
          name="chatId"
          defaultValue={typed?.address}
          autoCapitalize="none"
          autoComplete="off"
          maxLength={64}
          error={field("chatId")}
        />
        <SubscriptionEvents chosen={typed?.events ?? ["order.placed", "stock.low"]} error={field("events")} />
        <Button type="submit" icon="plus" isBusy={isBusy} className="self-start">
          Add the chat
        </Button>
      </Form>
    </Addition>
  );
}

/** Adds a webhook subscription. Its secret is shown once. */
export function WebhookAddition({ isFirst, answered }: Props) {
  const { form, field, typed, secret, ...sending } = useAddition(answered);
  const { Form, isBusy } = sending;
  return (
    <>
      {secret && <WebhookSecret key={secret.id} secret={secret.secret} />}
      <Addition label="Add a webhook" isOpen={isFirst || typed !== undefined}>
        <Form key={form} method="post" action="/admin/webhooks/addition" noValidate className="flex flex-col gap-4">
          <Whole {...sending} />
          <TextField
            label="Address"
            hint="Where the message goes, with https://"
            name="url"
            type="url"
            inputMode="url"
            defaultValue={typed?.address}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            placeholder="https://"
            maxLength={LINK_MAX_LENGTH}
            error={field("url")}
          />
          <SubscriptionEvents chosen={typed?.events ?? allEvents} error={field("events")} />
          <Button type="submit" icon="plus" isBusy={isBusy} className="self-start">
            Add the webhook
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
  const at = refusal && "field" in refusal ? (refusal.field ?? null) : null;
  const field = (name: string) => (at === name && refusal ? refusal.sentence : null);
  const typed = answered?.ok === false ? answered.typed : undefined;
  return { Form, isBusy, form, field, typed, secret: secretIn(answer), whole: refusal && !at ? refusal.sentence : null };
}

function Whole({ whole }: { whole: string | null }) {
  return whole && <Alert kind="error">{whole}</Alert>;
}

/** The form, collapsed if there is a subscription already. Opens without JavaScript. */
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
