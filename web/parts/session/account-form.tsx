import { type ReactNode, useRef } from "react";
import { Form, useNavigation } from "react-router";
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from "#shop/accounts/constants.ts";
import { EMAIL_MAX_LENGTH } from "#shop/constants.ts";
import { besides } from "#web/parts/forms/besides.ts";
import { useFocusOnRefusal } from "#web/parts/forms/use-focus-on-refusal.ts";
import { useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { useStandingError } from "#web/ui/fields/use-standing-error.ts";
import type { NotLetIn } from "./sign-in-failure.ts";

/** A page with one narrow form: heading, form and links below. */
export function AccountPage({ title, lead, children, below }: { title: string; lead?: ReactNode; children: ReactNode; below?: ReactNode }) {
  return (
    <div className="frame flex justify-center py-8 sm:py-14">
      <section className="card flex w-full max-w-md flex-col gap-5 p-5 sm:p-8">
        <div className="flex flex-col gap-1">
          <h1 className="text-3xl">{title}</h1>
          {lead && <p className="text-soft">{lead}</p>}
        </div>
        <div className="contents">{children}</div>
        {below && <div className="flex flex-wrap justify-between gap-x-6 gap-y-1 border-t border-line pt-3">{below}</div>}
      </section>
    </div>
  );
}

/** The fields of each kind of form. */
const asked = {
  pair: ["email", "password"],
  newPair: ["email", "password", "passwordAgain"],
  email: ["email"],
  newPassword: ["password", "passwordAgain"],
  password: ["password"],
  /** A new pair, or that of an account that is there. */
  anyPair: ["email", "password", "passwordAgain"],
} as const;

type Props = { why: NotLetIn | undefined; submit: string; asks?: keyof typeof asked; username?: string };

/**
 * A form about an account; a new password is typed twice. An error is shown beside its field, which
 * gets the focus, or above the form. `username` is the address of a form that does not ask for it,
 * for password managers. [S2.16] [S2.17] [S2.18] [S2.22] [S13.7]
 */
export function AccountForm({ why: answered, submit, asks = "pair", username }: Props) {
  const texts = useTexts("session");
  const isBusy = useNavigation().formMethod === "POST";
  const why = isBusy ? undefined : answered;
  const form = useRef<HTMLFormElement>(null);
  const fields: readonly string[] = asked[asks];
  const isNew = fields.includes("passwordAgain");
  const errorOf = (field: string) => besides(why, field);
  const isBeside = why?.field != null && fields.includes(why.field);

  const general = why && (why.general || !isBeside) ? `${why.general ?? ""}${why.sentence ?? ""}` : null;
  const { place, standing } = useStandingError<HTMLDivElement>(general, "all");

  useFocusOnRefusal(why?.field && why, () => form.current?.querySelector<HTMLElement>(`[name="${why?.field}"]`));

  return (
    <Form ref={form} method="post" className="flex flex-col gap-4">
      <div ref={place} className={standing === null ? "hidden" : undefined}>
        {standing !== null && (
          <Alert kind="error">
            {why?.general && <p className="font-semibold">{why.general}</p>}
            {!isBeside && why?.sentence && <p>{why.sentence}</p>}
          </Alert>
        )}
      </div>
      {username !== undefined && <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />}
      {fields.includes("email") && (
        <TextField
          label={texts("email")}
          name="email"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={EMAIL_MAX_LENGTH}
          required
          defaultValue={answered?.email}
          error={errorOf("email")}
        />
      )}
      {fields.includes("password") && (
        <TextField
          label={texts(isNew && !fields.includes("email") ? "newPassword" : "password")}
          name="password"
          type="password"
          autoComplete={isNew ? "new-password" : "current-password"}
          minLength={isNew && asks !== "anyPair" ? PASSWORD_MIN_LENGTH : undefined}
          maxLength={PASSWORD_MAX_LENGTH}
          required
          hint={isNew ? texts(asks === "anyPair" ? "anyPasswordHint" : "passwordHint", { characters: PASSWORD_MIN_LENGTH }) : undefined}
          error={errorOf("password")}
        />
      )}
      {isNew && (
        <TextField
          label={texts(fields.includes("email") ? "passwordAgain" : "newPasswordAgain")}
          name="passwordAgain"
          type="password"
          autoComplete="new-password"
          maxLength={PASSWORD_MAX_LENGTH}
          required
          error={errorOf("passwordAgain")}
          alsoAbout={["password"]}
        />
      )}
      <Button type="submit" size="large" isBusy={isBusy} className="mt-1 w-full">
        {submit}
      </Button>
    </Form>
  );
}

/** The classes of a link between the account pages. */
export const accountLink = "touch-link min-w-11 font-medium underline-offset-4 hover:underline";
