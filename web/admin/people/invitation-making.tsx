import { type MouseEvent, useRef } from "react";
import { Link } from "react-router";
import type { KeyIn } from "#messages/texts.ts";
import type { MadeInvitation } from "#shop/accounts/invitations/make-invitation.server.ts";
import { presetNames, type RightPreset, rightPresets } from "#shop/accounts/invitations/right-presets.ts";
import { EMAIL_MAX_LENGTH, PERSON_NAME_MAX_LENGTH } from "#shop/constants.ts";
import { confirmationNames } from "#shop/form-fields.ts";
import type { Right } from "#shop/rights.ts";
import { besides } from "#web/parts/forms/besides.ts";
import { RefusalAlert } from "#web/parts/forms/refusal-alert.tsx";
import { type Answer, useAnswer } from "#web/parts/forms/use-answer.ts";
import { ConfirmationFields } from "#web/parts/session/confirmation-fields.tsx";
import type { Said } from "#web/say.ts";
import type { ShownRight } from "#web/shown-rights.ts";
import { useTexts } from "#web/texts.tsx";
import { Button, buttonStyle } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { InvitationMade } from "./invitation-made.tsx";
import { RightFields } from "./right-fields.tsx";

/** What was typed into the form, without password and code. */
type TypedInvitation = { name: string; rights: string[]; email: string };

/** The answer to making an invitation, with what was typed if it was refused. */
export type InvitationAnswer = (Exclude<Answer, { ok: true }> & { typed?: TypedInvitation }) | Extract<Said<MadeInvitation>, { ok: true }>;

/** Reads what was typed, to fill the form again after a refusal. */
export async function typedInvitation(request: Request): Promise<TypedInvitation> {
  const form = await request.formData().catch(() => new FormData());
  const text = (name: string, max: number) => String(form.get(name) ?? "").slice(0, max);
  return { name: text("name", PERSON_NAME_MAX_LENGTH), email: text("email", EMAIL_MAX_LENGTH), rights: form.getAll("rights").map(String) };
}

const presetTexts = {
  support: "presetSupport",
  orders: "presetOrders",
  stock: "presetStock",
  accounts: "presetAccounts",
} as const satisfies Record<RightPreset, KeyIn<"adminPeople">>;

const fields = ["name", "rights", "email", ...confirmationNames] as const;

type Props = {
  email: string;
  all: ShownRight[];
  /** Whom the address of the page names. */
  about?: { name: string; email: string };
  ticked?: readonly Right[];
  answered: InvitationAnswer | undefined;
};

/** The form that invites a person, and after it the link, once. [S13.7] */
export function InvitationMaking({ email, all, about = { name: "", email: "" }, ticked = [], answered }: Props) {
  const texts = useTexts("adminPeople");
  const place = useRef<HTMLDivElement>(null);
  const { Form, isBusy, answer, refusal } = useAnswer(answered as Answer | undefined, () => {});
  if (answer?.ok) return <InvitationMade made={answer.value as MadeInvitation} />;

  const typed = answered && !answered.ok ? answered.typed : undefined;
  const who = typed ?? about;
  const errorOf = (field: string) => besides(refusal, field);
  const tick = (preset: RightPreset) => (event: MouseEvent) => {
    event.preventDefault();
    const rights: readonly string[] = rightPresets[preset];
    for (const box of place.current?.querySelectorAll<HTMLInputElement>("input[name=rights]") ?? [])
      box.checked = rights.includes(box.value);
  };
  return (
    <div ref={place}>
      <Form method="post" action="/admin/people/new" aria-label={texts("inviteTitle")} className="flex flex-col gap-4">
        <RefusalAlert general={texts("failedToInvite")} refusal={refusal} fields={fields} />
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <TextField
          label={texts("name")}
          name="name"
          defaultValue={who.name}
          maxLength={PERSON_NAME_MAX_LENGTH}
          autoComplete="off"
          ref={markFirst}
          required
          error={errorOf("name")}
        />
        <ul aria-label={texts("presets")} className="flex flex-wrap gap-2">
          {presetNames.map((preset) => (
            <li key={preset}>
              <Link
                to={`/admin/people/new?${new URLSearchParams({ preset, ...about })}`}
                onClick={tick(preset)}
                className={buttonStyle({ variant: "secondary" })}
              >
                {texts(presetTexts[preset])}
              </Link>
            </li>
          ))}
        </ul>
        <RightFields all={all} ticked={typed?.rights ?? ticked} error={errorOf("rights")} />
        <TextField
          label={texts("emailOptional")}
          hint={texts("emailHint")}
          name="email"
          type="email"
          defaultValue={who.email}
          maxLength={EMAIL_MAX_LENGTH}
          autoComplete="off"
          error={errorOf("email")}
        />
        <ConfirmationFields errorOf={errorOf} hint={texts("passwordHint")} />
        <Button type="submit" icon="link" isBusy={isBusy} className="sm:self-start">
          {texts("makeLink")}
        </Button>
      </Form>
    </div>
  );
}

/** Focuses the field when its sheet opens, which so takes a tap less. */
function markFirst(field: HTMLInputElement | null) {
  field?.setAttribute("autofocus", "");
}
