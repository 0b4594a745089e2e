import { Form, useNavigation } from "react-router";
import { API_KEY_NAME_MAX_LENGTH } from "#shop/api-keys/constants.ts";
import { AMOUNT_TEXT_MAX_LENGTH } from "#shop/money.ts";
import { scopeNames } from "#shop/rights.ts";
import { besides } from "#web/parts/forms/besides.ts";
import { RefusalAlert } from "#web/parts/forms/refusal-alert.tsx";
import type { Answer } from "#web/parts/forms/use-answer.ts";
import { OwnPasswordField } from "#web/parts/session/own-password-field.tsx";
import { useTexts } from "#web/texts.tsx";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { TickField } from "#web/ui/fields/tick-field.tsx";
import { useStandingError } from "#web/ui/fields/use-standing-error.ts";
import { Sheet } from "#web/ui/sheet.tsx";
import { scopeTexts } from "./scope-texts.ts";

/** What was typed into the form, without the password. */
export type TypedApiKey = { name: string; scopes: string[]; refundsADay: string };

/** Reads it from the request, to fill the form again after a refusal. */
export async function typedApiKey(request: Request): Promise<TypedApiKey> {
  const form = await request.formData().catch(() => new FormData());
  const text = (name: string, max: number) => String(form.get(name) ?? "").slice(0, max);
  const [name, refundsADay] = [text("name", API_KEY_NAME_MAX_LENGTH), text("refundsADay", AMOUNT_TEXT_MAX_LENGTH)];
  return { name, refundsADay, scopes: form.getAll("scopes").map(String) };
}

type Props = { email: string; refusal: Extract<Answer, { ok: false }> | null; typed: TypedApiKey | null };
const fields = ["name", "scopes", "refundsADay", "currentPassword"] as const;

/** The form that creates an API key. */
export function ApiKeyMaking({ email, refusal, typed }: Props) {
  const texts = useTexts("adminApiKeys");
  const isBusy = useNavigation().formMethod === "POST";
  const { place, standing: scopesError } = useStandingError<HTMLFieldSetElement>(besides(refusal, "scopes"));
  return (
    <Sheet title={texts("makeKeyTitle")}>
      <Form method="post" action="/admin/api-keys" aria-label={texts("makeKeyForm")} className="flex max-w-2xl flex-col gap-4">
        <RefusalAlert general={texts("failedToMakeApiKey")} refusal={refusal} fields={fields} />
        <TextField
          label={texts("name")}
          name="name"
          hint={texts("nameHint")}
          defaultValue={typed?.name}
          maxLength={API_KEY_NAME_MAX_LENGTH}
          autoComplete="off"
          required
          error={besides(refusal, "name")}
        />
        <fieldset ref={place} className="flex flex-col gap-1" aria-describedby="scopes-error">
          <legend className="font-semibold">{texts("mayDo")}</legend>
          {scopeNames.map((scope) => (
            <TickField
              key={scope}
              name="scopes"
              value={scope}
              label={texts(scopeTexts[scope].label)}
              text={texts(scopeTexts[scope].text)}
              isTicked={typed?.scopes.includes(scope) ?? false}
            />
          ))}
          <p id="scopes-error" role="alert" className="field-error">
            {scopesError}
          </p>
        </fieldset>
        <TextField
          label={texts("refundsADay")}
          name="refundsADay"
          hint={texts("refundsADayHint")}
          defaultValue={typed?.refundsADay}
          maxLength={AMOUNT_TEXT_MAX_LENGTH}
          inputMode="decimal"
          autoComplete="off"
          error={besides(refusal, "refundsADay")}
        />
        <OwnPasswordField label={texts("yourPassword")} email={email} error={besides(refusal, "currentPassword")} />
        <Button type="submit" icon="key" isBusy={isBusy} className="sm:self-start">
          {texts("makeKey")}
        </Button>
      </Form>
    </Sheet>
  );
}
