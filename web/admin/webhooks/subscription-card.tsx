import { nameOfSubscription, type Subscription } from "#shop/webhooks/subscription.ts";
import { besides } from "#web/parts/forms/besides.ts";
import { fieldOf } from "#web/parts/forms/refusal-alert.tsx";
import { useAnswer } from "#web/parts/forms/use-answer.ts";
import { ConfirmationFields } from "#web/parts/session/confirmation-fields.tsx";
import { unseen } from "#web/parts/text/unseen.tsx";
import { rich, useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { closeDialog, Dialog, DialogActions, DialogButton, SafeButton } from "#web/ui/dialog.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { TickField } from "#web/ui/fields/tick-field.tsx";
import { SubscriptionEvents } from "./subscription-events.tsx";
import { WebhookSecret } from "./webhook-secret.tsx";
import { eventWords, nameIn } from "./webhook-words.ts";
import { problemIn, secretIn } from "./webhooks-answer.ts";

type Props = { subscription: Subscription };

/** One subscription: address, events and actions. */
export function SubscriptionCard({ subscription }: Props) {
  const texts = useTexts("adminWebhooks");
  const { id, kind, address, events, isOn } = subscription;
  return (
    <article aria-labelledby={`subscription-${id}`} className="flex flex-col gap-2 rounded-field border border-line p-4">
      <header className="flex items-start justify-between gap-2">
        <h3 id={`subscription-${id}`} className="min-w-0 pt-2 text-lg wrap-anywhere">
          {kind === "bot" ? texts("titleOfChat", { chat: address }) : nameOfSubscription(subscription)}
        </h3>
        <Removal subscription={subscription} />
      </header>
      <span className="self-start">
        <Badge tone={isOn ? "green" : "slate"} icon={isOn ? "done" : "pause"}>
          {texts(isOn ? "on" : "off")}
        </Badge>
      </span>
      {kind === "webhook" && (
        <p translate="no" className="code text-sm break-all text-soft">
          {address}
        </p>
      )}
      <p className="text-sm">{events.map((event) => texts(eventWords[event])).join(" · ")}</p>
      <div className="mt-1 flex flex-wrap gap-2">
        <Test subscription={subscription} />
        <Change subscription={subscription} />
        {kind === "webhook" && <NewSecret subscription={subscription} />}
      </div>
    </article>
  );
}

function Test({ subscription }: Props) {
  const texts = useTexts("adminWebhooks");
  const { Form, isBusy, answer, refusal } = useAnswer(undefined, () => {});
  const problem = problemIn(answer);
  const wrong = refusal?.sentence ?? (problem === null ? null : texts("testNotArrived", { why: problem }));
  return (
    <Form method="post" action={addressOf(subscription, "test")} className="contents">
      <Button type="submit" variant="secondary" icon="send" isBusy={isBusy}>
        {rich(texts, subscription.kind === "bot" ? "sendTestMessage" : "sendTest", { name: nameIn(texts, subscription), unseen })}
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
  const texts = useTexts("adminWebhooks");
  const name = nameIn(texts, subscription);
  const { id, kind, events, isOn } = subscription;
  const dialog = `change-${id}`;
  const { Form, isBusy, refusal } = useAnswer(undefined, () => closeDialog(dialog));
  return (
    <>
      <DialogButton dialog={dialog} variant="secondary" icon="edit">
        {rich(texts, "changeSubscription", { name, unseen })}
      </DialogButton>
      <Dialog id={dialog} title={<span className="wrap-anywhere">{texts("eventsFor", { name })}</span>}>
        {refusal && !fieldOf(refusal) && <Alert kind="error">{refusal.sentence}</Alert>}
        <Form key={`${events} ${isOn}`} method="post" action={addressOf(subscription, "change")} noValidate className="flex flex-col gap-4">
          <TickField name="isOn" label={texts("on")} text={texts("onHint")} isTicked={isOn} />
          <SubscriptionEvents chosen={events} error={besides(refusal, "events")} />
          {kind === "bot" && (
            <TextField
              label={texts("newToken")}
              hint={texts("newTokenHint")}
              name="token"
              type="password"
              autoComplete="off"
              maxLength={200}
              error={besides(refusal, "token")}
            />
          )}
          {kind === "bot" && <ConfirmationFields errorOf={(field) => besides(refusal, field)} />}
          <DialogActions>
            <SafeButton dialog={dialog}>{texts("leaveIt")}</SafeButton>
            <Button type="submit" isBusy={isBusy}>
              {texts("save")}
            </Button>
          </DialogActions>
        </Form>
      </Dialog>
    </>
  );
}

function NewSecret({ subscription }: Props) {
  const texts = useTexts("adminWebhooks");
  const name = nameIn(texts, subscription);
  const dialog = `secret-${subscription.id}`;
  const { Form, isBusy, refusal, answer } = useAnswer(undefined, () => closeDialog(dialog));
  const drawn = secretIn(answer);
  return (
    <>
      <DialogButton dialog={dialog} variant="secondary" icon="key">
        {rich(texts, "newSecret", { name, unseen })}
      </DialogButton>
      <Dialog id={dialog} title={<span className="wrap-anywhere">{texts("newSecretQuestion", { name })}</span>}>
        <p>{texts("newSecretHint")}</p>
        {refusal && !fieldOf(refusal) && <Alert kind="error">{refusal.sentence}</Alert>}
        <Form method="post" action={addressOf(subscription, "secret")} noValidate className="flex flex-col gap-4">
          <ConfirmationFields errorOf={(field) => besides(refusal, field)} isNeeded />
          <DialogActions>
            <SafeButton dialog={dialog}>{texts("keepSecret")}</SafeButton>
            <Button type="submit" variant="danger" isBusy={isBusy}>
              {texts("drawSecret")}
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
  const texts = useTexts("adminWebhooks");
  const name = nameIn(texts, subscription);
  const dialog = `remove-${subscription.id}`;
  const { Form, isBusy, refusal } = useAnswer(undefined, () => closeDialog(dialog));
  return (
    <>
      <DialogButton
        dialog={dialog}
        variant="dangerQuiet"
        size="icon"
        icon="trash"
        aria-label={texts("removeSubscription", { name })}
        title={texts("remove")}
      />
      <Dialog id={dialog} title={<span className="wrap-anywhere">{texts("removeQuestion", { name })}</span>}>
        <p>{texts("removeHint")}</p>
        {refusal && <Alert kind="error">{refusal.sentence}</Alert>}
        <Form method="post" action={addressOf(subscription, "removal")}>
          <DialogActions>
            <SafeButton dialog={dialog}>{texts("keepIt")}</SafeButton>
            <Button type="submit" variant="danger" isBusy={isBusy}>
              {texts("remove")}
            </Button>
          </DialogActions>
        </Form>
      </Dialog>
    </>
  );
}

function addressOf({ id }: Pick<Subscription, "id">, noun: string): string {
  return `/admin/settings/notifications/${encodeURIComponent(id)}/${noun}`;
}
