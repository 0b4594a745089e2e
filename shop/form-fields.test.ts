import { expect, test } from "vitest";
import { ForgotPasswordForm } from "./accounts/account-forms.ts";
import { MessageForm } from "./contact/message-form.ts";
import { emailAddress, optionalEmail } from "./form-fields.ts";
import { parsed } from "./parse.ts";
import { WaitlistForm } from "./waitlist/waitlist-form.ts";

/** As Windows, chats and spreadsheets copy an address. */
const copied = ["asha@example.com", " asha@example.com\n", "\u202aasha@example.com\u202c", "\u200basha@\u200bexample.com\ufeff\u00a0"];

test("an email address is read without what came along when it was copied", () => {
  for (const text of copied) {
    expect(parsed(emailAddress, text), text).toEqual({ ok: true, value: "asha@example.com" });
    expect(parsed(optionalEmail, text), text).toEqual({ ok: true, value: "asha@example.com" });
    for (const form of [ForgotPasswordForm, WaitlistForm])
      expect(parsed<object>(form, { email: text.toUpperCase() }), text).toEqual({ ok: true, value: { email: "asha@example.com" } });
    expect(parsed(MessageForm, { name: "Asha", email: text, message: "Hello" }), text).toMatchObject({
      value: { email: "asha@example.com" },
    });
  }
});

test("what is no address is refused as before: nothing, half of one, two, and one that is too long", () => {
  for (const text of ["", "\u200b"]) {
    expect(parsed(emailAddress, text)).toMatchObject({ code: "fieldRequired" });
    expect(parsed(optionalEmail, text)).toEqual({ ok: true, value: null });
  }
  for (const text of ["asha", "asha@", "asha@example.com, b@example.com", "as ha@example.com"])
    for (const schema of [emailAddress, optionalEmail]) expect(parsed<unknown>(schema, text), text).toMatchObject({ code: "emailInvalid" });
  expect(parsed(emailAddress, `${"a".repeat(300)}@example.com`)).toMatchObject({ code: "fieldTooLong" });
});
