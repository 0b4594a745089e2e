import { sentence } from "#shop/messages.ts";
import { deliveryEvents } from "#shop/webhooks/delivery.ts";
import { nameOfSubscription, type Subscription } from "#shop/webhooks/subscription.ts";
import { useAnswer } from "#web/parts/forms/use-answer.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { closeDialog, Dialog, DialogActions, DialogButton, SafeButton } from "#web/ui/dialog.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { TickField } from "#web/ui/fields/tick-field.tsx";
import { SubscriptionEvents } from "./subscription-events.tsx";
import { WebhookSecret } from "./webhook-secret.tsx";
import { problemIn, secretIn } from "./webhooks-answer.ts";

type Props = { subscription: Subscription };

/** One subscription: address, events and actions. */
export function SubscriptionCard({ subscription }: Props) {
  const { id, kind, address, events, isOn } = subscription;
  return (
    <article aria-labelledby={`subscription-${id}`} className="flex flex-col gap-2 rounded-field border border-line p-4">
      <header className="flex items-start justify-between gap-2">
        <h3 id={`subscription-${id}`} className="min-w-0 pt-2 text-lg wrap-anywhere">
          {kind === "bot" ? `Chat ${address}` : nameOfSubscription(subscription)}
        </h3>
        <Removal subscription={subscription} />
      </header>
      <span className="self-start">
        <Badge tone={isOn ? "green" : "slate"} icon={isOn ? "done" : "pause"}>
          {isOn ? "On" : "Off"}
        </Badge>
      </span>
      {kind === "webhook" && (
        <p translate="no" className="code text-sm break-all text-soft">
          {address}
        </p>
      )}
      <p className="text-sm">{events.map((event) => deliveryEvents[event]).join(" · ")}</p>
      <div className="mt-1 flex flex-wrap gap-2">
        <Test subscription={subscription} />
        <Change subscription={subscription} />
        {kind === "webhook" && <NewSecret subscription={subscription} />}
      </div>
    </article>
  );
}

function Test({ subscription }: Props) {
  const { Form, isBusy, answer, refusal } = useAnswer(undefined, () => {});
  const problem = problemIn(answer);
  const wrong = refusal?.sentence ?? (problem === null ? null : sentence("testNotArrived", problem));
  return (
    <Form method="post" action={addressOf(subscription, "test")} className="contents">
      <Button type="submit" variant="secondary" icon="send" isBusy={isBusy}>
        {subscription.kind === "bot" ? "Send a test message" : "Send a test"}
        <span className="unseen"> to {nameOfSubscription(subscription)}</span>
      </Button>
      {wrong && !isBusy && (
        <p role="alert" className="field-error order-last w-full">
          {wrong}
        </p>
      )}
    </Form>
  );
}

function Change({ subscription }: Props) {
  const { id, kind, events, isOn } = subscription;
  const dialog = `change-${id}`;
  const { Form, isBusy, refusal } = useAnswer(undefined, () => closeDialog(dialog));
  const at = refusal && "field" in refusal ? (refusal.field ?? null) : null;
  const field = (name: string) => (at === name && refusal ? refusal.sentence : null);
  return (
    <>
      <DialogButton dialog={dialog} variant="secondary" icon="edit">
        Change
        <span className="unseen"> {nameOfSubscription(subscription)}</span>
      </DialogButton>
      <Dialog id={dialog} title={<span className="wrap-anywhere">{`Events for ${nameOfSubscription(subscription)}`}</span>}>
        {refusal && !at && <Alert kind="error">{refusal.sentence}</Alert>}
        <Form key={`${events} ${isOn}`} method="post" action={addressOf(subscription, "change")} noValidate className="flex flex-col gap-4">
          <TickField
            name="isOn"
            label="On"
            text="While it is off, nothing is sent, and new events are not queued for it."
            isTicked={isOn}
          />
          <SubscriptionEvents chosen={events} error={field("events")} />
          {kind === "bot" && (
            <TextField
              label="New token"
              hint="Leave it empty to keep the one of now."
              name="token"
              type="password"
              autoComplete="off"
              maxLength={200}
              error={field("token")}
            />
          )}
          <DialogActions>
            <SafeButton dialog={dialog}>Leave it</SafeButton>
            <Button type="submit" isBusy={isBusy}>
              Save
            </Button>
          </DialogActions>
        </Form>
      </Dialog>
    </>
  );
}

function NewSecret({ subscription }: Props) {
  const dialog = `secret-${subscription.id}`;
  const { Form, isBusy, refusal, answer } = useAnswer(undefined, () => closeDialog(dialog));
  const drawn = secretIn(answer);
  return (
    <>
      <DialogButton dialog={dialog} variant="secondary" icon="key">
        New secret
        <span className="unseen"> for {nameOfSubscription(subscription)}</span>
      </DialogButton>
      <Dialog id={dialog} title={<span className="wrap-anywhere">{`New secret for ${nameOfSubscription(subscription)}?`}</span>}>
        <p>
          The secret of now signs nothing any more. Give the new one to the program that gets the webhook, or it will refuse what comes.
        </p>
        {refusal && <Alert kind="error">{refusal.sentence}</Alert>}
        <Form method="post" action={addressOf(subscription, "secret")}>
          <DialogActions>
            <SafeButton dialog={dialog}>Keep the secret</SafeButton>
            <Button type="submit" variant="danger" isBusy={isBusy}>
              Draw a new secret
            </Button>
          </DialogActions>
        </Form>
      </Dialog>
      {drawn && (
        <div className="order-last w-full pt-2">
          <WebhookSecret key={drawn.secret} secret={drawn.secret} />
        </div>
      )}
    </>
  );
}

function Removal({ subscription }: Props) {
  const dialog = `remove-${subscription.id}`;
  const { Form, isBusy, refusal } = useAnswer(undefined, () => closeDialog(dialog));
  return (
    <>
      <DialogButton
        dialog={dialog}
        variant="dangerQuiet"
        size="icon"
        icon="trash"
        aria-label={`Remove ${nameOfSubscription(subscription)}`}
        title="Remove"
      />
      <Dialog id={dialog} title={<span className="wrap-anywhere">{`Remove ${nameOfSubscription(subscription)}?`}</span>}>
        <p>It won't get notifications any more. Its deliveries, sent and waiting, are removed from the list.</p>
        {refusal && <Alert kind="error">{refusal.sentence}</Alert>}
        <Form method="post" action={addressOf(subscription, "removal")}>
          <DialogActions>
            <SafeButton dialog={dialog}>Keep it</SafeButton>
            <Button type="submit" variant="danger" isBusy={isBusy}>
              Remove
            </Button>
          </DialogActions>
        </Form>
      </Dialog>
    </>
  );
}

function addressOf({ id }: Pick<Subscription, "id">, noun: string): string {
  return `/admin/webhooks/${encodeURIComponent(id)}/${noun}`;
}
