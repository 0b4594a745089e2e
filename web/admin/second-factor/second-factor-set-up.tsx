import { Form, useActionData, useNavigation } from "react-router";
import type { SecondFactor } from "#shop/accounts/second-factor/second-factor-of.server.ts";
import { besides } from "#web/parts/forms/besides.ts";
import type { Answer } from "#web/parts/forms/use-answer.ts";
import { CodeField } from "#web/parts/session/code-field.tsx";
import { Copyable } from "#web/parts/text/copyable.tsx";
import { QrCode } from "#web/parts/text/qr-code.tsx";
import { rich, useTexts } from "#web/texts.tsx";
import { Button } from "#web/ui/button.tsx";
import { Sheet } from "#web/ui/sheet.tsx";
import { useComeIntoView } from "../frame/use-come-into-view.ts";

type BeingSetUp = Extract<SecondFactor, { state: "beingSetUp" }>;
type Props = { factor: BeingSetUp; refusal: Extract<Answer, { ok: false }> | null };

/**
 * The key as a QR code, as a link for an app on this device, and as text; and a field for the first
 * code, which confirms it.
 */
export function SecondFactorSetUp({ factor: { key, link, qr }, refusal }: Props) {
  const texts = useTexts("adminSecondFactor");
  const isBusy = useNavigation().formMethod === "POST";
  const comes = useComeIntoView(useActionData<Answer>()?.ok === true);
  return (
    <Sheet {...comes} title={texts("twoSteps")} aria-label={texts("twoSteps")} className="outline-none">
      <p>{rich(texts, "stepScan", { strong: (words) => <strong>{words}</strong> })}</p>
      <div className="grid gap-6 sm:grid-cols-[auto_1fr]">
        <QrCode rows={qr} label={texts("keyAsQrCode")} />
        <div className="flex min-w-0 flex-col gap-3">
          <p>
            {rich(texts, "openOnThisDevice", {
              link: (words) => (
                <a href={link} className="touch-link font-medium underline">
                  {words}
                </a>
              ),
            })}
          </p>
          <p>{texts("orTypeKey")}</p>
          <Copyable text={key} name={texts("keyName")} />
        </div>
      </div>
      <Form
        method="post"
        action="/admin/second-factor/confirmation"
        aria-label={texts("confirmForm")}
        className="flex max-w-md flex-col gap-4"
      >
        <p>{rich(texts, "stepConfirm", { strong: (words) => <strong>{words}</strong> })}</p>
        <CodeField error={besides(refusal, "code")} />
        <Button type="submit" icon="check" isBusy={isBusy} className="sm:self-start">
          {texts("confirm")}
        </Button>
      </Form>
    </Sheet>
  );
}
