import { Form } from "react-router";
import { useTexts } from "#web/texts.tsx";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/fields/field.tsx";

/** Request codes look alike in every language. */
const EXAMPLE = "REQ-…";

/**
 * Asks for a request code and goes to the order; an unknown code is shown again with an error.
 * Works without JavaScript. `isAside` says that the page has something else to do first.
 */
export function OrderFinderForm({
  typed = "",
  error = null,
  isAside = false,
}: {
  typed?: string;
  error?: string | null;
  isAside?: boolean;
}) {
  const texts = useTexts("site");
  return (
    <Form action="/order-status" className="flex flex-col">
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
            <Button type="submit" variant={isAside ? "secondary" : "primary"} className="shrink-0">
              {texts("findOrder")}
            </Button>
          </div>
        )}
      </Field>
    </Form>
  );
}
