import { redirect, useActionData } from "react-router";
import { CLIENT_ADDRESS_HEADER } from "#shop/accounts/sessions/cookies.ts";
import { buyerIdOf } from "#shop/accounts/visitor.ts";
import { MessageForm } from "#shop/contact/message-form.ts";
import { sendMessage } from "#shop/contact/send-message.server.ts";
import { isBuyerOf } from "#shop/orders/reading/find-order.server.ts";
import { requestContext } from "#web/context.ts";
import { type NetworkFailure, withoutToast } from "#web/parts/forms/network-error.ts";
import { pageMeta } from "#web/parts/site/page-meta.ts";
import { runAction } from "#web/run-action.ts";
import type { Said } from "#web/say.ts";
import { textsOfPage, useTexts } from "#web/texts.tsx";
import { PageHead, Sheet } from "#web/ui/sheet.tsx";
import type { Route } from "./+types/contact.ts";
import { ContactChannels } from "./contact-channels.tsx";
import { ContactForm, type TypedMessage } from "./contact-form.tsx";
import { ContactThanks } from "./contact-thanks.tsx";
import { readMessageAbout } from "./message-about.ts";

/** The answer to a contact message; a refusal includes what was typed. */
export type ContactAnswer = (Said | NetworkFailure) & { typed?: TypedMessage };

export const meta: Route.MetaFunction = ({ matches }) => {
  const texts = textsOfPage(matches, "contact");
  return pageMeta({ title: texts("title"), path: "/contact", description: texts("description") }, matches);
};

/**
 * A new idempotency key for each load, the name and address of a signed-in visitor, and the order
 * that the message is about. Its buyer is led to the messages of the order. [S2.27] [S14.1]
 */
export async function loader({ url, context }: Route.LoaderArgs) {
  const { services, visitor } = context.get(requestContext);
  const about = readMessageAbout(url.searchParams);
  // Where the database cannot say, the form is still there.
  if (about !== null && (await isBuyerOf(services, visitor, about).catch(() => false))) throw redirect(`/order-status/${about}#messages`);
  const writer = visitor.kind === "guest" ? { name: "", email: "" } : { name: visitor.name, email: visitor.email };
  return { ...writer, message: "", key: crypto.randomUUID(), about };
}

/** Sends a message to the shop. [S2.27] */
export function action(args: Route.ActionArgs) {
  return runAction(
    args,
    { form: MessageForm, failed: "failedToSendMessage", done: "messageSent", typed: typedMessage },
    ({ services, visitor, headers }, form) =>
      sendMessage(services, { userId: buyerIdOf(visitor), address: headers.get(CLIENT_ADDRESS_HEADER) ?? "" }, form),
  );
}

export const clientAction = withoutToast("failedToSendMessage");

/** The contact form, and other ways to reach the shop that the owner configured. [S1.8] [S2.27] */
export default function Contact({ loaderData: { about, ...writer } }: Route.ComponentProps) {
  const texts = useTexts("contact");
  const first = about === null ? writer : { ...writer, message: texts("aboutOrder", { code: about }) };
  const answer = useActionData<ContactAnswer>();
  return (
    <div className="frame flex flex-col gap-6 py-8 sm:py-12">
      <PageHead title={texts("heading")}>{texts("nameRequestCode")}</PageHead>
      <div className="grid items-start gap-6 lg:grid-cols-[3fr_2fr]">
        <Sheet title={answer?.ok ? undefined : texts("writeToUs")}>
          {answer?.ok ? <ContactThanks /> : <ContactForm first={first} answer={answer} />}
        </Sheet>
        <ContactChannels />
      </div>
    </div>
  );
}

async function typedMessage(request: Request): Promise<TypedMessage> {
  const form = await request.formData().catch(() => new FormData());
  const text = (name: keyof TypedMessage) => String(form.get(name) ?? "");
  return { name: text("name"), email: text("email"), message: text("message"), key: text("key") };
}
