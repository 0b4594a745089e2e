import { Form, useNavigation } from "react-router";
import type { SecondFactor } from "#shop/accounts/second-factor/second-factor-of.server.ts";
import { besides } from "#web/parts/forms/refusal-alert.tsx";
import { CodeField } from "#web/parts/session/code-field.tsx";
import { OwnPasswordField } from "#web/parts/session/own-password-field.tsx";
import { When } from "#web/parts/text/time.tsx";
import { Button } from "#web/ui/button.tsx";
import { Facts, Sheet } from "#web/ui/sheet.tsx";
import type { RefusalOf } from "./second-factor.tsx";

type Props = { factor: Extract<SecondFactor, { state: "on" }> & { email: string }; refusalOf: RefusalOf };

/** An active second factor: a form for new recovery codes, and one to switch it off. */
export function SecondFactorOn({ factor: { email, since, codesLeft }, refusalOf }: Props) {
  const isBusy = useNavigation().formMethod === "POST";
  const codes = refusalOf("recovery-codes");
  const removal = refusalOf("removal");
  return (
    <>
      <Sheet title="It is on">
        <Facts
          rows={[
            ["Since", <When key="since" at={since} />],
            ["Recovery codes left", <span key="left" className="figures">{`${codesLeft}`}</span>],
          ]}
        />
      </Sheet>
      <Sheet title="New recovery codes">
        <p className="text-soft">
          Ten new ones, for when you have used most of them or do not know where they are. The old ones stop working.
        </p>
        <Form
          method="post"
          action="/admin/second-factor/recovery-codes"
          aria-label="Draw new recovery codes"
          className="flex max-w-md flex-col gap-4"
        >
          <CodeField error={besides(codes, "code")} />
          <Button type="submit" variant="secondary" isBusy={isBusy} className="sm:self-start">
            Draw new recovery codes
          </Button>
        </Form>
      </Sheet>
      <Sheet title="Switch it off">
        <p className="text-soft">
          To move to another device, switch it off here and set it up again there. Meanwhile your password alone opens this shop.
        </p>
        <Form
          method="post"
          action="/admin/second-factor/removal"
          aria-label="Switch the second factor off"
          className="flex max-w-md flex-col gap-4"
        >
          <OwnPasswordField label="Your password" email={email} error={besides(removal, "currentPassword")} />
          <CodeField error={besides(removal, "code")} hint="From the app, or one of your recovery codes." />
          <Button type="submit" variant="dangerQuiet" icon="ban" isBusy={isBusy} className="sm:self-start">
            Switch it off
          </Button>
        </Form>
      </Sheet>
    </>
  );
}
