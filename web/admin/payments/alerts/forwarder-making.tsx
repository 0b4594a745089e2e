import { PERSON_NAME_MAX_LENGTH } from "#shop/constants.ts";
import { confirmationNames } from "#shop/form-fields.ts";
import type { MadeForwarder } from "#shop/payments/alerts/make-forwarder.server.ts";
import { useComeIntoView } from "#web/admin/frame/use-come-into-view.ts";
import { besides } from "#web/parts/forms/besides.ts";
import { RefusalAlert } from "#web/parts/forms/refusal-alert.tsx";
import type { TypedAnswer } from "#web/parts/forms/typed-fields.ts";
import { type Answer, useAnswer } from "#web/parts/forms/use-answer.ts";
import { usePosted } from "#web/parts/forms/use-posted.ts";
import { ConfirmationFields } from "#web/parts/session/confirmation-fields.tsx";
import { CopyWhole } from "#web/parts/text/copyable.tsx";
import { rich, useTexts } from "#web/texts.tsx";
import { Button } from "#web/ui/button.tsx";
import { TextareaField, TextField } from "#web/ui/fields/text-field.tsx";

type Props = { isOpen: boolean; email: string; address: string };

const fields = ["name", "senders", "accountDigits", ...confirmationNames] as const;

/** The form that adds a phone, and after it what to enter there, once. [S16.1] */
export function ForwarderMaking({ isOpen, email, address }: Props) {
  const texts = useTexts("adminAlerts");
  const posted = usePosted<TypedAnswer>();
  const own = posted && (posted.ok ? hasSecret(posted) : posted.typed?.accountDigits !== undefined) ? posted : undefined;
  const { Form, isBusy, answer, refusal } = useAnswer(own, () => {});
  if (answer?.ok && hasSecret(answer)) return <ForwarderMade made={answer.value as MadeForwarder} address={address} />;
  const typed = own && !own.ok ? own.typed : undefined;
  const errorOf = (field: string) => besides(refusal, field);
  return (
    <details open={isOpen || own !== undefined}>
      <summary className="touch-link cursor-pointer font-semibold underline">{texts("addPhone")}</summary>
      <Form
        method="post"
        action="/admin/payment-methods/upi/alerts/phones"
        aria-label={texts("addPhone")}
        className="flex flex-col gap-5 pt-3"
      >
        <RefusalAlert general={texts("failedToAddForwarder")} refusal={refusal} fields={fields} />
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <TextField
          label={texts("name")}
          name="name"
          defaultValue={typed?.name}
          maxLength={PERSON_NAME_MAX_LENGTH}
          autoComplete="off"
          required
          hint={texts("nameHint")}
          error={errorOf("name")}
        />
        <TextareaField
          label={texts("senders")}
          name="senders"
          rows={2}
          defaultValue={typed?.senders}
          required
          hint={texts("sendersHint")}
          error={errorOf("senders")}
          translate="no"
        />
        <TextField
          label={texts("accountDigits")}
          name="accountDigits"
          defaultValue={typed?.accountDigits}
          inputMode="numeric"
          autoComplete="off"
          maxLength={20}
          required
          hint={texts("accountDigitsHint")}
          error={errorOf("accountDigits")}
          className="max-w-60"
        />
        <ConfirmationFields errorOf={errorOf} />
        <Button type="submit" icon="plus" isBusy={isBusy} className="sm:self-start">
          {texts("addPhone")}
        </Button>
      </Form>
    </details>
  );
}

function hasSecret(answer: Answer): boolean {
  return answer.ok && typeof answer.value === "object" && answer.value !== null && "secret" in answer.value;
}

/** What the forwarding app sends; it fills in what stands between the percent signs. */
const BODY = `{
  "from": "%from%",
  "text": "%text%",
  "sentStamp": %sentStamp%
}`;

/** What to enter in the forwarding app: address, secret and text, and the steps. [S16.1] */
function ForwarderMade({ made: { name, secret }, address }: { made: MadeForwarder; address: string }) {
  const texts = useTexts("adminAlerts");
  const { ref, tabIndex } = useComeIntoView(true);
  const headers = JSON.stringify({ Authorization: `Bearer ${secret}` }, null, 2);
  const app = (words: React.ReactNode) => (
    <a href="https://f-droid.org/packages/tech.bogomolov.incomingsmsgateway/" rel="noreferrer" className="link">
      {words}
    </a>
  );
  return (
    <section ref={ref} tabIndex={tabIndex} aria-label={texts("setUp", { name })} className="flex flex-col gap-3 outline-none">
      <h3 className="text-lg wrap-anywhere">{texts("setUp", { name })}</h3>
      <p>{rich(texts, "secretOnce", { strong: (words) => <strong>{words}</strong> })}</p>
      <ol className="tasks">
        <li>{rich(texts, "step1", { app })}</li>
        <li>{texts("step2")}</li>
        <li>
          {texts("step3")}
          <ToCopy text={address} label={texts("copyAddress")} />
          <ToCopy text={headers} label={texts("copyHeaders")} />
          <ToCopy text={BODY} label={texts("copyBody")} />
        </li>
        <li>{texts("step4")}</li>
        <li>{texts("step5")}</li>
      </ol>
    </section>
  );
}

function ToCopy({ text, label }: { text: string; label: string }) {
  return (
    <div className="my-2 flex flex-col gap-2">
      <p translate="no" className="code code-block text-sm whitespace-pre-wrap">
        {text}
      </p>
      <CopyWhole text={text} label={label} className="self-start" />
    </div>
  );
}
