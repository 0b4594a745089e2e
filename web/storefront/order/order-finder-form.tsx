import { Form } from "react-router";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Field, fieldLook } from "#web/ui/field.tsx";

/** Asks for a request code and goes to that order; a code that is unknown comes back into the field with what is wrong. Works without script. */
export function OrderFinderForm({ typed = "", error = null, className }: { typed?: string; error?: string | null; className?: string }) {
  return (
    <Form action="/order-status" className={classNames("flex flex-col", className)}>
      <Field label="Request code" error={error}>
        {(tied) => (
          <div className="flex gap-2">
            <input
              {...tied}
              key={typed}
              name="code"
              defaultValue={typed}
              required
              maxLength={300}
              placeholder="REQ-…"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              className={classNames(fieldLook, "code")}
            />
            <Button type="submit" className="shrink-0">
              Find order
            </Button>
          </div>
        )}
      </Field>
    </Form>
  );
}
