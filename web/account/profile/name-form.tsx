import { PERSON_NAME_MAX_LENGTH } from "#shop/constants.ts";
import { besides } from "#web/parts/forms/besides.ts";
import { RefusalAlert } from "#web/parts/forms/refusal-alert.tsx";
import type { TypedAnswer } from "#web/parts/forms/typed-fields.ts";
import { useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { Sheet } from "#web/ui/sheet.tsx";
import { useDetailsForm } from "./use-details-form.ts";

const fields = ["name"];

/** The form for the display name. [S3.6] */
export function NameForm({ name, answered }: { name: string; answered: TypedAnswer | undefined }) {
  const texts = useTexts("account");
  const { Form, form, isBusy, refusal } = useDetailsForm(answered);
  return (
    <Sheet title={texts("name")}>
      <Form ref={form} method="post" action="/account/name" noValidate aria-label={texts("changeName")} className="flex flex-col gap-4">
        {answered?.ok && <Alert kind="success">{answered.sentence}</Alert>}
        <RefusalAlert general={texts("failedToChangeName")} refusal={refusal} fields={fields} />
        <TextField
          key={name}
          label={texts("yourName")}
          name="name"
          autoComplete="name"
          maxLength={PERSON_NAME_MAX_LENGTH}
          required
          defaultValue={answered?.ok ? name : (answered?.typed?.name ?? name)}
          error={besides(refusal, "name")}
        />
        <Button type="submit" variant="secondary" isBusy={isBusy} className="sm:self-start">
          {texts("changeName")}
        </Button>
      </Form>
    </Sheet>
  );
}
