import { expect, test } from "vitest";
import { parsed } from "../parse.ts";
import { Credentials, displayNameOf, LogInForm, SignUpForm } from "./account-forms.ts";

const form = { email: " Asha@Example.com ", password: "12345678", passwordAgain: "12345678" };

test("[S2.18] an address is stored in small letters and without the spaces around it", () => {
  const reading = parsed(SignUpForm, form);
  expect(reading).toMatchObject({ ok: true, value: { email: "asha@example.com", password: "12345678" } });
});

test("[S5.9] two passwords that differ read `Passwords do not match` beside the second", () => {
  const reading = parsed(SignUpForm, { ...form, passwordAgain: "12345679" });
  expect(reading).toMatchObject({ ok: false, code: "passwordsDoNotMatch", field: "passwordAgain" });
});

test.each(["email", "password", "passwordAgain"])("[S5.9] sign-up needs its field %s, missing or empty", (field) => {
  for (const value of [undefined, ""]) {
    expect(parsed(SignUpForm, { ...form, [field]: value })).toMatchObject({ ok: false, code: "fieldRequired", field });
  }
});

test.each(["email", "password"])("[S5.9] login needs its field %s", (field) => {
  expect(parsed(LogInForm, { ...form, [field]: "" })).toMatchObject({ ok: false, code: "fieldRequired", field });
});

test.each(["no-address", "a@b", "a b@c.de", "a@b.de\nBcc: c@d.de", "ä@\0.de"])("[S8.3] %j is no e-mail address", (email) => {
  expect(parsed(LogInForm, { ...form, email })).toMatchObject({ ok: false, code: "emailInvalid", field: "email" });
});

test("[S7.4] a password has 8 to 128 characters", () => {
  const codeFor = (password: string) => {
    const reading = parsed(SignUpForm, { ...form, password, passwordAgain: password });
    return reading.ok ? "taken" : reading.code;
  };
  expect(codeFor("1234567")).toBe("passwordLength");
  expect(codeFor("12345678")).toBe("taken");
  expect(codeFor("x".repeat(128))).toBe("taken");
  expect(codeFor("x".repeat(129))).toBe("passwordLength");
});

test.each([" blanks at both ends ", "ALL CAPITALS", "all the same signs", "पासवर्ड एक दो", "🚀🚀🚀🚀🚀🚀🚀🚀", "e\u0301te\u0301-ete"])(
  "[S7.4] the password %j is taken as it is typed",
  (password) => {
    expect(parsed(SignUpForm, { ...form, password, passwordAgain: password })).toMatchObject({ ok: true, value: { password } });
    expect(parsed(LogInForm, { ...form, password })).toMatchObject({ ok: true, value: { password } });
  },
);

test.each([{ email: 7 }, { password: ["12345678"] }, { name: "a\0b" }, { name: 7 }, { name: "x".repeat(101) }])(
  "[S7.4] %j is refused with a sentence",
  (wrong) => {
    expect(parsed(Credentials, { ...form, ...wrong }).ok).toBe(false);
  },
);

test("[S3.6] who gives no name is called by the first part of the address", () => {
  expect(displayNameOf("asha.rao@example.com")).toBe("asha.rao");
});
