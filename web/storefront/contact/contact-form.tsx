import { useRef, useState } from "react";
import { Form, useNavigation } from "react-router";
import { CONTACT_MESSAGE_MAX_LENGTH, EMAIL_MAX_LENGTH, PERSON_NAME_MAX_LENGTH } from "#shop/constants.ts";
import { besides } from "#web/parts/forms/besides.ts";
import { useFocusOnRefusal } from "#web/parts/forms/use-focus-on-refusal.ts";
import { useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { TextareaField, TextField } from "#web/ui/fields/text-field.tsx";
import type { ContactAnswer } from "./contact.tsx";

/** What was typed. `key` is the idempotency key: sending the form twice gives one message. */
export type TypedMessage = { name: string; email: string; message: string; key: string };

const fields = ["name", "email", "message"];

/** The contact form. What was typed stays when it is refused or the network fails. [S2.27] */
export function ContactForm({ first, answer }: { first: TypedMessage; answer: ContactAnswer | undefined }) {
  const texts = useTexts("contact");
  const [shown] = useState((answer?.ok === false && answer.typed) || first);
  const isBusy = useNavigation().formAction === "/contact";
  const no = answer && !answer.ok && !isBusy ? answer : null;
  const field = no && "field" in no && no.field && fields.includes(no.field) ? no.field : null;
  const errorOf = (name: string) => besides(no, name);
  const refusals = useRefusals(no);
  const form = useRef<HTMLFormElement>(null);
  useFocusOnRefusal(field && no, () => form.current?.querySelector<HTMLElement>(`[name="${field}"]`));

  return (
    <Form ref={form} method="post" action="/contact" className="flex flex-col gap-4">
      <input type="hidden" name="key" value={shown.key} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={texts("name")}
          name="name"
          autoComplete="name"
          maxLength={PERSON_NAME_MAX_LENGTH}
          required
          defaultValue={shown.name}
          error={errorOf("name")}
        />
        <TextField
          label={texts("email")}
          name="email"
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={EMAIL_MAX_LENGTH}
          required
          defaultValue={shown.email}
          hint={texts("emailHint")}
          error={errorOf("email")}
        />
      </div>
      <TextareaField
        label={texts("message")}
        name="message"
        rows={7}
        maxLength={CONTACT_MESSAGE_MAX_LENGTH}
        required
        defaultValue={shown.message}
        error={errorOf("message")}
      />
      <NotForPeople key={refusals} />
      {no && !field && <Alert kind="error">{no.sentence}</Alert>}
      <Button type="submit" size="large" icon="send" isBusy={isBusy} className="sm:self-start">
        {texts("sendMessage")}
      </Button>
    </Form>
  );
}

/** Counts the refusals. As a React key it empties the honeypot field after each. */
function useRefusals(no: unknown): number {
  const [seen, setSeen] = useState({ no, count: 0 });
  if (seen.no === no) return seen.count;
  setSeen({ no, count: seen.count + 1 });
  return seen.count + 1;
}

/** A honeypot field that only bots fill in. Browsers and password managers do not know its name. */
function NotForPeople() {
  const texts = useTexts("contact");
  return (
    <div aria-hidden="true" className="unseen">
      <label>
        {texts("leaveEmpty")}
        <input
          type="text"
          name="leaveEmpty"
          tabIndex={-1}
          autoComplete="off"
          data-1p-ignore=""
          data-bwignore=""
          data-lpignore="true"
          data-form-type="other"
        />
      </label>
    </div>
  );
}
