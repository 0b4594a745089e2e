import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { InvitationForm } from "#shop/accounts/invitations/invitation-form.ts";
import { makeInvitation } from "#shop/accounts/invitations/make-invitation.server.ts";
import { withdrawInvitation } from "#shop/accounts/invitations/withdraw-invitation.server.ts";
import { withOwnPassword } from "#shop/accounts/passwords/with-own-password.server.ts";
import { changeRights, disablePerson, enablePerson, makeOwner, removePerson } from "#shop/accounts/people/change-person.server.ts";
import { findPerson } from "#shop/accounts/people/find-person.server.ts";
import { listPeople, type Person } from "#shop/accounts/people/list-people.server.ts";
import { PersonForm } from "#shop/accounts/people/person-form.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { ConfirmationForm, withoutConfirmation } from "#shop/form-fields.ts";
import { rightNames } from "#shop/rights.ts";
import { answers, refusals, say, takes } from "../answers.ts";
import type { ApiEnv } from "../api-env.ts";
import { failsWith } from "../failure.ts";
import { readJson } from "../gates/read-body.ts";
import { signedIn } from "../gates/security.ts";
import { PersonInPath } from "./parameters.ts";

const time = (description: string) => z.string().openapi({ description: `${description}, ISO 8601.` });
const rights = z.array(z.enum(rightNames)).openapi({ description: "What the person may do. Empty for an owner, who may do everything." });

const PersonJson = z
  .object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    isOwner: z.boolean(),
    rights,
    disabled: z.boolean(),
    lastSeenAt: time("When the person was last seen").nullable(),
  })
  .openapi("Person");

const InvitationJson = z
  .object({ id: z.string(), name: z.string(), email: z.string().nullable(), rights, expiresAt: time("Until when its link works") })
  .openapi("Invitation");

const PeopleJson = z.object({ people: z.array(PersonJson), invitations: z.array(InvitationJson) }).openapi("People");

const MadeJson = z
  .object({
    id: z.string(),
    name: z.string(),
    url: z.string().openapi({ description: "The link to send. It is shown only here." }),
    expiresAt: time("Until when it works"),
  })
  .openapi("MadeInvitation");

const needsPassword = "Needs the own password (`currentPassword`), and a code (`code`) where two-step login is on.";

const listing = createRoute({
  method: "get",
  path: "/api/admin/people",
  security: signedIn,
  summary: "Who works in the shop, and the open invitations",
  middleware: failsWith("failedToLoadPeople"),
  responses: { 200: answers("Owners first.", PeopleJson), ...refusals },
});

const inviting = createRoute({
  method: "post",
  path: "/api/admin/people",
  security: signedIn,
  summary: "Invite a helper",
  description: needsPassword,
  middleware: failsWith("failedToInvite"),
  request: { body: takes(InvitationForm) },
  responses: { 201: answers("The invitation, with its link.", MadeJson), ...refusals },
});

const changing = createRoute({
  method: "put",
  path: "/api/admin/people/{id}",
  security: signedIn,
  summary: "Change a person's rights, make an owner, disable or enable",
  description: `One of \`rights\`, \`isOwner\` and \`disabled\`. ${needsPassword}`,
  middleware: failsWith("failedToChangeAccount"),
  request: { params: PersonInPath, body: takes(PersonForm) },
  responses: { 200: answers("The person as now.", PersonJson), ...refusals },
});

const removing = createRoute({
  method: "delete",
  path: "/api/admin/people/{id}",
  security: signedIn,
  summary: "Remove a person, whose account becomes a customer's",
  description: needsPassword,
  middleware: failsWith("failedToChangeAccount"),
  request: { params: PersonInPath, body: takes(ConfirmationForm) },
  responses: { 200: answers("Whom.", z.object({ id: z.string() })), ...refusals },
});

const withdrawing = createRoute({
  method: "delete",
  path: "/api/admin/invitations/{id}",
  security: signedIn,
  summary: "Withdraw an invitation",
  middleware: failsWith("failedToWithdrawInvitation"),
  request: { params: PersonInPath },
  responses: { 200: answers("Which.", z.object({ id: z.string() })), ...refusals },
});

/** The calls on the people of the shop, for owners by their session alone. [S13.7] [S13.8] */
export function addPeopleCalls(api: OpenAPIHono<ApiEnv>): void {
  api.openapi(listing, async (c) => {
    const { people, invitations } = await listPeople(c.var.services, c.var.visitor);
    const open = invitations.map(({ expiresAt, ...one }) => ({ ...one, expiresAt: expiresAt.toISOString() }));
    return c.json({ people: people.map(personJson), invitations: open }, 200);
  });

  api.openapi(inviting, async (c) => {
    const sent = await readJson(c.req.raw, InvitationForm);
    if (!sent.ok) return say(c, sent);
    const { form, confirmation } = withoutConfirmation(sent.value);
    const made = await withOwnPassword(asking(c), confirmation, (owner) => makeInvitation(c.var.services, owner, form, c.var.origin));
    if (!made.ok) return say(c, made);
    const { id, name, url, expiresAt } = made.value;
    return c.json({ id, name, url, expiresAt: expiresAt.toISOString() }, 201);
  });

  api.openapi(changing, async (c) => {
    const { id } = c.req.valid("param");
    const sent = await readJson(c.req.raw, PersonForm);
    if (!sent.ok) return say(c, sent);
    const changed = await withOwnPassword(asking(c), sent.value, (owner) => changePerson(c.var.services, owner, id, sent.value));
    if (!changed.ok) return say(c, changed);
    const found = await findPerson(c.var.services, c.var.visitor, id);
    return found.ok ? c.json(personJson(found.value), 200) : say(c, found);
  });

  api.openapi(removing, async (c) => {
    const { id } = c.req.valid("param");
    const sent = await readJson(c.req.raw, ConfirmationForm);
    if (!sent.ok) return say(c, sent);
    const removed = await withOwnPassword(asking(c), sent.value, (owner) => removePerson(c.var.services, owner, id));
    return removed.ok ? c.json({ id }, 200) : say(c, removed);
  });

  api.openapi(withdrawing, async (c) => {
    const { id } = c.req.valid("param");
    const withdrawn = await withdrawInvitation(c.var.services, c.var.visitor, id);
    return withdrawn.ok ? c.json({ id }, 200) : say(c, withdrawn);
  });
}

function asking(c: Context<ApiEnv>) {
  return { ...c.var, headers: c.req.raw.headers };
}

function changePerson(
  services: ApiEnv["Variables"]["services"],
  owner: Visitor,
  id: string,
  { rights: given, isOwner, disabled }: PersonForm,
) {
  if (given) return changeRights(services, owner, id, given);
  if (isOwner) return makeOwner(services, owner, id);
  return disabled ? disablePerson(services, owner, id) : enablePerson(services, owner, id);
}

function personJson({ id, name, email, isOwner, rights: given, disabled, lastSeenAt }: Person) {
  return { id, name, email, isOwner, rights: given, disabled, lastSeenAt: lastSeenAt?.toISOString() ?? null };
}
