import { Form } from "react-router";
import { useTexts } from "#web/texts.tsx";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Field } from "#web/ui/fields/field.tsx";

/** Request codes look alike in every language. */
const EXAMPLE = "REQ-…";

/**
 * Asks for a request code and goes to the order; an unknown code is shown again with an error.
 * Works without JavaScript.
 */
export function OrderFinderForm({ typed = "", error = null, className }: { typed?: string; error?: string | null; className?: string }) {
  const texts = useTexts("site");
  return (
    <Form action="/order-status" className={classNames("flex flex-col", className)}>
      <Field label={texts("requestCode")} error={error}>
        {(tied) => (
          <div className="flex gap-2">
            <input
              {...tied}
              key={typed}
              name="code"
              defaultValue={typed}
              required
              maxLength={300}
              placeholder={EXAMPLE}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              translate="no"
              className="input code"
            />
            <Button type="submit" className="shrink-0">
              {texts("findOrder")}
            </Button>
          </div>
        )}
      </Field>
    </Form>
  );
}
