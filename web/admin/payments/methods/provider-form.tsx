import type { ReactNode } from "react";
import type { KeyIn } from "#messages/texts.ts";
import { confirmationNames } from "#shop/form-fields.ts";
import { SECRET_PART_MAX_LENGTH } from "#shop/payments/methods/constants.ts";
import { methodParts, type SecretPart, type SettingPart } from "#shop/payments/methods/payment-method.ts";
import type { ShownMethod } from "#shop/payments/methods/payment-methods.server.ts";
import type { ProviderName } from "#shop/payments/payment.ts";
import { besides } from "#web/parts/forms/besides.ts";
import { isAbout } from "#web/parts/forms/refusal-alert.tsx";
import { useAnswer } from "#web/parts/forms/use-answer.ts";
import { namesOfMethods } from "#web/parts/order/payment-methods.ts";
import { ConfirmationFields } from "#web/parts/session/confirmation-fields.tsx";
import { useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { answerOf, type MethodAnswer } from "./method-answer.ts";
import { Step } from "./steps.tsx";

type Part = SettingPart | SecretPart;

/** The keys of a provider's account: all that it needs but the webhook's secret. */
export function keyParts(name: ProviderName): Part[] {
  const { settings, secrets } = methodParts[name];
  return [...settings, ...secrets].filter((part) => part !== "webhookSecret");
}

/**
 * A step that stores parts of a method: what to do at the provider, and the fields for what it
 * gives. Secrets are never shown again. [S10.1] [S10.16]
 */
export function ProviderForm({
  form,
  title,
  method,
  parts,
  isDone,
  isNext,
  answered,
  children,
}: {
  /** Which form it is, for the answer without script. */
  form: string;
  title: string;
  method: ShownMethod;
  parts: readonly Part[];
  isDone: boolean;
  /** Whether it is the step to do next. */
  isNext: boolean;
  answered: MethodAnswer | undefined;
  children: ReactNode;
}) {
  const texts = useTexts("adminPayments");
  const { name, settings, secrets } = method;
  const methodName = useTexts("parts")(namesOfMethods[name]);
  const own = answerOf(answered, form);
  const { Form, isBusy, refusal } = useAnswer(own, () => {});
  const errorOf = (field: string) => besides(refusal, field);
  return (
    <Step title={title} isDone={isDone} isOpen={!isDone || own !== undefined}>
      {children}
      <Form
        method="post"
        action={`/admin/payment-methods/${name}`}
        aria-label={texts("settingsOf", { step: title, method: methodName })}
        noValidate
        className="flex flex-col gap-4"
      >
        <input type="hidden" name="form" value={form} />
        {/* What was saved is not left in the fields. */}
        <div key={JSON.stringify([settings, secrets])} className="contents">
          {parts.map((part) => (
            <PartField key={part} part={part} method={method} typed={own?.typed?.[part]} error={errorOf(part)} />
          ))}
          <ConfirmationFields errorOf={errorOf} isNeeded={!isDone} />
        </div>
        {refusal && !isAbout(refusal, [...parts, ...confirmationNames]) && <Alert kind="error">{refusal.sentence}</Alert>}
        <Button type="submit" variant={isNext ? "primary" : "secondary"} isBusy={isBusy} className="sm:self-start">
          {texts("save")}
        </Button>
      </Form>
    </Step>
  );
}

/** The field of a setting with its value, or of a secret, which is empty. */
function PartField({
  part,
  method: { name, settings, secrets },
  typed,
  error,
}: {
  part: Part;
  method: ShownMethod;
  typed: string | undefined;
  error: string | null;
}) {
  const texts = useTexts("adminProviders");
  const hint = texts(name === "stripe" && part === "webhookSecret" ? "stripeSecretHint" : hints[part]);
  const common = { name: part, label: texts(part), autoComplete: "off", maxLength: SECRET_PART_MAX_LENGTH, error };
  if (part !== "keyId")
    return <TextField {...common} type="password" hint={secrets[part] ? texts("secretStored", { last: secrets[part] }) : hint} />;
  return (
    <TextField {...common} hint={hint} defaultValue={typed ?? String(settings[part] ?? "")} autoCapitalize="none" spellCheck={false} />
  );
}

const hints = {
  keyId: "keyIdHint",
  keySecret: "keySecretHint",
  secretKey: "secretKeyHint",
  webhookSecret: "webhookSecretHint",
} as const satisfies Record<Part, KeyIn<"adminProviders">>;
