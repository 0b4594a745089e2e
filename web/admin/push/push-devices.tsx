import { useActionData } from "react-router";
import { readSession } from "#shop/accounts/sessions/who-is.server.ts";
import { addPushDevice } from "#shop/push/push-devices.server.ts";
import { PushForm } from "#shop/push/push-form.ts";
import { refused } from "#shop/refusal.ts";
import { withToast } from "#web/parts/forms/say-or-network-error.ts";
import type { Answer } from "#web/parts/forms/use-answer.ts";
import { pageTitle } from "#web/parts/site/page-title.ts";
import { runAction } from "#web/run-action.ts";
import type { Said } from "#web/say.ts";
import { textsOfPage, useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { PageHead } from "#web/ui/sheet.tsx";
import type { Route } from "./+types/push-devices.ts";
import { loadPush } from "./load-push.server.ts";
import { PushCard, problemIn } from "./push-card.tsx";

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageTitle(textsOfPage(matches, "adminFrame")("webhooks"), matches),
  { name: "robots", content: "noindex" },
];

/** Loads the own devices. [S12.10] */
export function loader({ context }: Route.LoaderArgs) {
  return loadPush(context);
}

/** Notifies the admin on this device from now on: POST /admin/push-devices. [S12.10] */
export function action(args: Route.ActionArgs) {
  return runAction(
    args,
    { form: PushForm, failed: "failedToSaveSubscription", done: "pushSwitchedOn" },
    async ({ services, auth, visitor, headers }, form) => {
      const found = await readSession(services, auth, headers);
      if (!found) return refused("adminsOnly");
      return addPushDevice(services, visitor, form, { sessionId: found.session.id, userAgent: found.session.userAgent });
    },
  );
}

export const clientAction = withToast("failedToSaveSubscription");

/**
 * The notifications of the own devices, for helpers. Owners have them beside the shop's
 * notifications. [S12.10] [S13.9]
 */
export default function PushDevices({ loaderData }: Pick<Route.ComponentProps, "loaderData">) {
  const texts = useTexts("adminFrame");
  const pushTexts = useTexts("adminPush");
  const answer = useActionData<Said>();
  const problem = problemIn(answer as Answer | undefined);
  return (
    <section className="flex max-w-3xl flex-col gap-4">
      <PageHead title={texts("webhooks")} />
      {answer?.sentence && <Alert kind={answer.ok ? "success" : "error"}>{answer.sentence}</Alert>}
      {problem !== null && <Alert kind="error">{pushTexts("testNotArrived", { why: problem })}</Alert>}
      <PushCard push={loaderData} />
    </section>
  );
}
