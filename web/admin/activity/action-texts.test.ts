import { expect, test } from "vitest";
import { type Language, textsIn } from "#messages/languages.ts";
import { auditedActions, type SubjectKind } from "#shop/audit/audited-action.ts";
import { operator } from "#shop/audit/operator.ts";
import { emailKinds } from "#shop/emails/email.ts";
import { adminIn, emailNameIn, guardedNameIn, sentenceOf } from "./action-texts.ts";

const kinds = Object.keys(auditedActions) as SubjectKind[];
const actions = kinds.flatMap((kind) => Object.entries<string>(auditedActions[kind]).map(([action, words]) => ({ kind, action, words })));

/** An action's sentence with `…` for its subject. */
function sentence(kind: SubjectKind, action: string, language: Language = "en"): string {
  const texts = textsIn(language, "adminActivity");
  return texts.parts(sentenceOf(kind, action), { admin: () => "Asha", subject: () => "…", action }).join("");
}

test("[S4.6] every action is a sentence with its admin and its subject, in the words of the audit log", () => {
  expect(actions.length).toBeGreaterThan(50);
  for (const { kind, action, words } of actions) expect(sentence(kind, action)).toBe(`Asha ${words}`);
  expect(sentence("order", "from-a-newer-shop")).toBe("Asha from-a-newer-shop …");
  expect(sentence("order", "toString")).toBe("Asha toString …");
});

test("[S11.1] the command line and the kinds of email are named in the language of the page", () => {
  const hindi = textsIn("hi", "adminActivity");
  expect(adminIn(hindi, operator.userId, operator.email)).toBe("कमांड लाइन");
  expect(adminIn(hindi, "a1", "asha@example.com")).toBe("asha@example.com");
  for (const name of Object.values(emailKinds)) expect(emailNameIn(textsIn("hi", "adminEmails"), name)).not.toMatch(/[A-Za-z]/);
  expect(emailNameIn(textsIn("hi", "adminEmails"), "Of a newer version")).toBe("Of a newer version");
});

test("[S11.1] a value where money or messages go is named in the language of the page, with whose it is", () => {
  const named = (id: string, name = id) => guardedNameIn(textsIn("en", "emails"), { id, name });
  expect([named("vpa"), named("keyId", "razorpay: keyId")]).toEqual(["UPI ID", "Key ID (razorpay)"]);
  expect(named("settings", "Of a newer version")).toBe("Of a newer version");
  expect(guardedNameIn(textsIn("hi", "emails"), { id: "payeeName", name: "payeeName" })).not.toMatch(/[A-Za-z]/);
});

test("[S11.1] in another language the admin stands where that language has it", () => {
  expect(sentence("order", "order-approved", "hi")).toBe("Asha ने … अप्रूव किया");
});
