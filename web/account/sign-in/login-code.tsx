import type { ReactNode } from "react";
import { Form, redirect, useActionData, useNavigation } from "react-router";
import { CodeForm } from "#shop/accounts/account-forms.ts";
import { passSecondFactor } from "#shop/accounts/second-factor/pass-second-factor.server.ts";
import { localPath } from "#shop/accounts/sign-in/local-path.ts";
import { refused } from "#shop/refusal.ts";
import { requestContext } from "#web/context.ts";
import { loadedTexts } from "#web/page-texts.ts";
import { notLetIn, signInBy } from "#web/parts/session/account-action.server.ts";
import { AccountPage } from "#web/parts/session/account-form.tsx";
import { CodeField, RecoveryCodeField } from "#web/parts/session/code-field.tsx";
import { type NotLetIn, sendInTime } from "#web/parts/session/sign-in-failure.ts";
import { pageTitle } from "#web/parts/site/page-title.ts";
import { textsOfPage, useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import type { Route } from "./+types/login-code.ts";

const HOME = "/admin";

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageTitle(textsOfPage(matches, "signIn")("enterCode"), matches),
  { name: "robots", content: "noindex" },
];

export function loader({ request, context }: Route.LoaderArgs) {
  const { visitor } = context.get(requestContext);
  const to = new URL(request.url).searchParams.get("to");
  if (visitor.kind !== "guest") throw redirect(localPath(to, HOME));
  if (visitor.mfaPending?.missing !== "code") throw redirect(to ? `/admin/login?${new URLSearchParams({ to })}` : "/admin/login");
}

export function action(args: Route.ActionArgs) {
  const { request, context } = args;
  const { services, auth, visitor } = context.get(requestContext);
  const isAwaited = visitor.kind === "guest" && visitor.mfaPending?.missing === "code";
  if (!isAwaited) return notLetIn(context, refused("logInAgain"), "", "failedToLogIn");
  return signInBy(args, CodeForm, { general: "failedToLogIn", home: HOME }, (form) =>
    passSecondFactor(services, auth, visitor, form, request.headers),
  );
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendInTime(serverAction, loadedTexts("session")("failedToLogIn"));
}

/** The second step of an admin's login: an authenticator or recovery code. [S2.22] [S8.3] */
export default function LoginCode() {
  const texts = useTexts("signIn");
  const why = useActionData<typeof action>();
  return (
    <AccountPage
      title={texts("enterCode")}
      lead={texts("enterCodeLead")}
      below={
        <Form method="post" action="/logout">
          <Button type="submit" variant="quiet" className="-ms-4">
            {texts("backToLogin")}
          </Button>
        </Form>
      }
    >
      {why && why.field !== "code" && <NoEntry why={why} />}
      <CodeStep>
        <CodeField key={why?.sentence} error={why?.field === "code" ? why.sentence : null} />
      </CodeStep>
      <details>
        <summary className="touch-link cursor-pointer font-medium">{texts("noDevice")}</summary>
        <div className="pt-2">
          <CodeStep>
            <RecoveryCodeField />
          </CodeStep>
        </div>
      </details>
    </AccountPage>
  );
}

function NoEntry({ why: { general, sentence } }: { why: NotLetIn }) {
  return (
    <Alert kind="error">
      {general && <p className="font-semibold">{general}</p>}
      {sentence && <p>{sentence}</p>}
    </Alert>
  );
}

function CodeStep({ children }: { children: ReactNode }) {
  const texts = useTexts("signIn");
  const isBusy = useNavigation().formMethod === "POST";
  return (
    <Form method="post" className="flex flex-col gap-4">
      {children}
      <Button type="submit" size="large" isBusy={isBusy} className="w-full">
        {texts("login")}
      </Button>
    </Form>
  );
}
