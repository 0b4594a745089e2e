import { Form, useNavigation } from "react-router";
import type { SecondFactor } from "#shop/accounts/second-factor/second-factor-of.server.ts";
import { besides } from "#web/parts/forms/besides.ts";
import { CodeField } from "#web/parts/session/code-field.tsx";
import { OwnPasswordField } from "#web/parts/session/own-password-field.tsx";
import { When } from "#web/parts/text/time.tsx";
import { useTexts } from "#web/texts.tsx";
import { Button } from "#web/ui/button.tsx";
import { Facts, Sheet } from "#web/ui/sheet.tsx";
import type { RefusalOf } from "./second-factor.tsx";

type Props = { factor: Extract<SecondFactor, { state: "on" }> & { email: string }; refusalOf: RefusalOf };

/** An active second factor: a form for new recovery codes, and one to switch it off. */
export function SecondFactorOn({ factor: { email, since, codesLeft }, refusalOf }: Props) {
  const texts = useTexts("adminSecondFactor");
  const isBusy = useNavigation().formMethod === "POST";
  const codes = refusalOf("recovery-codes");
  const removal = refusalOf("removal");
  return (
    <>
      <Sheet title={texts("isOn")}>
        <Facts
          rows={[
            [texts("since"), <When key="since" at={since} />],
            [texts("codesLeft"), <span key="left" className="figures">{`${codesLeft}`}</span>],
          ]}
        />
      </Sheet>
      <Sheet title={texts("newCodes")}>
        <p className="text-soft">{texts("newCodesLead")}</p>
        <Form
          method="post"
          action="/admin/second-factor/recovery-codes"
          aria-label={texts("drawNewCodes")}
          className="flex max-w-md flex-col gap-4"
        >
          <CodeField error={besides(codes, "code")} />
          <Button type="submit" variant="secondary" isBusy={isBusy} className="sm:self-start">
            {texts("drawNewCodes")}
          </Button>
        </Form>
      </Sheet>
      <Sheet title={texts("switchOff")}>
        <p className="text-soft">{texts("switchOffLead")}</p>
        <Form
          method="post"
          action="/admin/second-factor/removal"
          aria-label={texts("switchOffForm")}
          className="flex max-w-md flex-col gap-4"
        >
          <OwnPasswordField label={texts("yourPassword")} email={email} error={besides(removal, "currentPassword")} />
          <CodeField error={besides(removal, "code")} hint={texts("anyCodeHint")} />
          <Button type="submit" variant="dangerQuiet" icon="ban" isBusy={isBusy} className="sm:self-start">
            {texts("switchOff")}
          </Button>
        </Form>
      </Sheet>
    </>
  );
}
