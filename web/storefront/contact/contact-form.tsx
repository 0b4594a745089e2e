import { useEffect, useRef, useState } from "react";
import { Form, useNavigation } from "react-router";
import { CONTACT_MESSAGE_MAX_LENGTH, EMAIL_MAX_LENGTH, PERSON_NAME_MAX_LENGTH } from "#shop/constants.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { TextareaField, TextField } from "#web/ui/text-field.tsx";
import type { ContactAnswer } from "./contact.tsx";

/** What somebody typed; `key` stands for this writing, so that sending it twice is one message. */
export type TypedMessage = { name: string; email: string; message: string; key: string };

const fields = ["name", "email", "message"];

/** The form that writes to the shop. What was typed stays when it is refused or nobody answers. [S2.27] */
export function ContactForm({ first, answer }: { first: TypedMessage; answer: ContactAnswer | undefined }) {
  const [shown] = useState((answer?.ok === false && answer.typed) || first);
  const isBusy = useNavigation().formAction === "/contact";
  const no = answer && !answer.ok ? answer : null;
  const field = no && "field" in no && no.field && fields.includes(no.field) ? no.field : null;
  const errorOf = (name: string) => (name === field ? no?.sentence : null);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (field && no) form.current?.querySelector<HTMLElement>(`[name="${field}"]`)?.focus();
  }, [field, no]);

  return (
    <Form ref={form} method="post" action="/contact" className="flex flex-col gap-4">
      <input type="hidden" name="key" value={shown.key} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Name"
          name="name"
          autoComplete="name"
          maxLength={PERSON_NAME_MAX_LENGTH}
          required
          defaultValue={shown.name}
          error={errorOf("name")}
        />
        <TextField
          label="E-mail"
          name="email"
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={EMAIL_MAX_LENGTH}
          required
          defaultValue={shown.email}
          hint="We answer to this address."
          error={errorOf("email")}
        />
      </div>
      <TextareaField
        label="Message"
        name="message"
        rows={7}
        maxLength={CONTACT_MESSAGE_MAX_LENGTH}
        required
        defaultValue={shown.message}
        error={errorOf("message")}
      />
      <NotForPeople />
      {no && !field && <Alert kind="error">{no.sentence}</Alert>}
      <Button type="submit" size="large" icon="send" isBusy={isBusy} className="sm:self-start">
        Send message
      </Button>
    </Form>
  );
}

/** A field that only a machine fills in. */
function NotForPeople() {
  return (
    <div aria-hidden="true" className="unseen">
      <label>
        Leave this empty
        <input type="text" name="website" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}
