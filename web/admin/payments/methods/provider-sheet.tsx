import type { KeyIn } from "#messages/texts.ts";
import type { MissingPart } from "#shop/payments/methods/payment-method.ts";
import type { ShownMethod } from "#shop/payments/methods/payment-methods.server.ts";
import type { ProviderName } from "#shop/payments/payment.ts";
import { besides } from "#web/parts/forms/besides.ts";
import { fieldOf } from "#web/parts/forms/refusal-alert.tsx";
import { useAnswer } from "#web/parts/forms/use-answer.ts";
import { ConfirmationFields } from "#web/parts/session/confirmation-fields.tsx";
import { Copyable } from "#web/parts/text/copyable.tsx";
import { When } from "#web/parts/text/time.tsx";
import { rich, useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { TickField } from "#web/ui/fields/tick-field.tsx";
import { Sheet } from "#web/ui/sheet.tsx";
import type { MethodAnswer } from "./provider-answer.ts";
import { ProviderFields } from "./provider-fields.tsx";

type Props = { method: ShownMethod; origin: string; isPublic: boolean; answered: MethodAnswer | undefined };

/** One method: whether it is on, what is missing, its form and what its provider last said. */
export function ProviderSheet({ method, origin, isPublic, answered }: Props) {
  const texts = useTexts("adminProviders");
  const { name, isOn, missing, isTest, silentSince, hasEarlierKeys } = method;
  const { Form, isBusy, refusal } = useAnswer(answered, () => {});
  const typed = answered?.typed;
  const errorOf = (field: string) => besides(refusal, field);
  return (
    <Sheet title={texts(words[name].name)} actions={<State isOn={isOn} />}>
      <p className="text-soft">{texts(words[name].about)}</p>
      {isTest && isOn && isPublic && <Alert kind="error">{texts("testKeysInPublic")}</Alert>}
      {isTest && !(isOn && isPublic) && <Alert kind="warning">{texts("testKeys")}</Alert>}
      {silentSince && <Alert kind="warning">{rich(texts, "silent", { time: () => <When at={silentSince} /> })}</Alert>}
      {hasEarlierKeys && <Alert kind="info">{texts("earlierKeys")}</Alert>}
      {missing.length > 0 && <Missing missing={missing} />}
      {refusal && !fieldOf(refusal) && <Alert kind="error">{refusal.sentence}</Alert>}
      <Form
        method="post"
        action={`/admin/payment-methods/${name}`}
        aria-label={texts(words[name].name)}
        noValidate
        className="flex flex-col gap-4"
      >
        <ProviderFields method={method} typed={typed} errorOf={errorOf} />
        <TickField name="isOn" label={texts("isOn")} text={texts("isOnHint")} isTicked={typed ? typed.isOn !== undefined : isOn} />
        <ConfirmationFields errorOf={errorOf} />
        <Button type="submit" isBusy={isBusy} className="sm:self-start">
          {texts("save")}
        </Button>
      </Form>
      <Provider method={method} origin={origin} />
    </Sheet>
  );
}

const words = {
  razorpay: { name: "razorpay", about: "aboutRazorpay" },
  stripe: { name: "stripe", about: "aboutStripe" },
} as const satisfies Record<ProviderName, Record<string, KeyIn<"adminProviders">>>;

function State({ isOn }: { isOn: boolean }) {
  const texts = useTexts("adminProviders");
  return (
    <Badge tone={isOn ? "green" : "slate"} icon={isOn ? "done" : "pause"}>
      {texts(isOn ? "on" : "off")}
    </Badge>
  );
}

const missingWords = {
  keyId: "needsKeyId",
  keySecret: "needsKeySecret",
  secretKey: "needsSecretKey",
  webhookSecret: "needsWebhookSecret",
  httpsAddress: "needsHttps",
  pages: "needsPages",
} as const satisfies Record<MissingPart, KeyIn<"adminProviders">>;

/** The list of what has to be done before the method can be switched on. */
function Missing({ missing }: { missing: MissingPart[] }) {
  const texts = useTexts("adminProviders");
  return (
    <div className="well flex flex-col gap-1 p-4">
      <h3 className="text-base font-semibold">{texts("stillMissing")}</h3>
      <ul className="list-disc ps-5">
        {missing.map((part) => (
          <li key={part}>{texts(missingWords[part])}</li>
        ))}
      </ul>
    </div>
  );
}

/** What a provider needs from the shop, and what it said last; a button tests the stored keys. */
function Provider({ method: { name, eventsPath, lastEvent, isTest }, origin }: Pick<Props, "method" | "origin">) {
  const texts = useTexts("adminProviders");
  const { Form, isBusy, answer, refusal } = useAnswer(undefined, () => {});
  const problem = problemIn(answer);
  const wrong = refusal?.sentence ?? (problem === null ? null : texts("notConnected", { why: problem }));
  return (
    <>
      <dl className="flex flex-col gap-3">
        <div>
          <dt className="text-sm text-soft">{texts("webhookAddress")}</dt>
          <dd>
            <Copyable text={origin + eventsPath} name={texts("webhookAddress")} />
          </dd>
        </div>
        <div>
          <dt className="text-sm text-soft">{texts("lastEvent")}</dt>
          <dd>{lastEvent ? <EventText {...lastEvent} /> : texts("noEventYet")}</dd>
        </div>
      </dl>
      {isTest !== null && (
        <Form method="post" action={`/admin/payment-methods/${name}/test`} className="flex flex-col items-start gap-2">
          <Button type="submit" variant="secondary" icon="send" isBusy={isBusy}>
            {texts("testConnection")}
          </Button>
          {wrong && !isBusy && (
            <p role="alert" className="field-error">
              {wrong}
            </p>
          )}
        </Form>
      )}
    </>
  );
}

function EventText({ kind, receivedAt }: { kind: string; receivedAt: Date }) {
  return (
    <span>
      <span translate="no" className="code">
        {kind}
      </span>{" "}
      · <When at={receivedAt} />
    </span>
  );
}

/** Why the provider could not be reached with the keys, if the answer says so. */
function problemIn(answer: MethodAnswer | undefined): string | null {
  if (!answer?.ok || typeof answer.value !== "object" || answer.value === null) return null;
  const { problem } = answer.value as { problem?: unknown };
  return typeof problem === "string" ? problem : null;
}
