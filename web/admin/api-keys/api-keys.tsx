import { useActionData } from "react-router";
import { ApiKeyForm } from "#shop/api-keys/api-key-form.ts";
import { listApiKeys } from "#shop/api-keys/list-api-keys.server.ts";
import { type MadeApiKey, makeApiKey } from "#shop/api-keys/make-api-key.server.ts";
import { requestContext } from "#web/context.ts";
import { withoutToast } from "#web/parts/forms/network-error.ts";
import type { Answer } from "#web/parts/forms/use-answer.ts";
import { pageTitle } from "#web/parts/site/page-title.ts";
import { runAction } from "#web/run-action.ts";
import { orFail, type Said, say } from "#web/say.ts";
import { rich, textsOfPage, useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { PageHead } from "#web/ui/sheet.tsx";
import { Table } from "#web/ui/table.tsx";
import type { Route } from "./+types/api-keys.ts";
import { ApiKeyMade } from "./api-key-made.tsx";
import { ApiKeyMaking, type TypedApiKey, typedApiKey } from "./api-key-making.tsx";
import { ApiKeyRow, apiKeyColumns } from "./api-key-row.tsx";

/** The answer to creating a key, with what was typed if it was refused, or to revoking one. */
type ApiKeysAnswer = (Exclude<Answer, { ok: true }> & { typed?: TypedApiKey }) | Extract<Said<MadeApiKey | { name: string }>, { ok: true }>;

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageTitle(textsOfPage(matches, "adminApiKeys")("apiKeys"), matches),
  { name: "robots", content: "noindex" },
];

export async function loader({ context }: Route.LoaderArgs) {
  const { visitor, services, origin } = context.get(requestContext);
  const listed = await orFail(context, "failedToLoadApiKeys", () => listApiKeys(services, visitor));
  if (!listed.ok) throw say(context, listed);
  const email = visitor.kind === "guest" ? "" : visitor.email;
  return { apiKeys: listed.value, email, origin, now: services.now() };
}

/** Creates a key and returns it once. */
export function action(args: Route.ActionArgs) {
  return runAction(
    args,
    { form: ApiKeyForm, failed: "failedToMakeApiKey", done: "apiKeyMade", typed: typedApiKey },
    ({ services, auth, visitor, headers }, form) => makeApiKey(services, auth, visitor, form, headers),
  );
}

export const clientAction = withoutToast("failedToMakeApiKey");

/** The API keys of other programs: a form to create one, and the list. */
export default function ApiKeys({ loaderData: { apiKeys, email, origin, now } }: Route.ComponentProps) {
  const texts = useTexts("adminApiKeys");
  const answer = useActionData<ApiKeysAnswer>();
  const made = answer?.ok && "key" in answer.value ? answer.value : null;
  const refusal = answer && !answer.ok ? answer : null;
  return (
    <section className="flex flex-col gap-4">
      <PageHead title={texts("apiKeys")}>
        {rich(texts, "apiKeysLead", {
          link: (words) => (
            <a href="/api/docs" className="link">
              {words}
            </a>
          ),
        })}
      </PageHead>
      {made && <ApiKeyMade made={made} origin={origin} />}
      {answer?.ok && !made && answer.sentence && <Alert kind="success">{answer.sentence}</Alert>}
      {apiKeys.length === 0 ? (
        <EmptyState icon="key" title={texts("noApiKeysYet")} />
      ) : (
        <Table caption={texts("apiKeysCaption")} head={apiKeyColumns.map((column) => texts(column))}>
          {apiKeys.map((apiKey) => (
            <ApiKeyRow key={apiKey.id} apiKey={apiKey} now={now} />
          ))}
        </Table>
      )}
      <ApiKeyMaking key={apiKeys[0]?.id} email={email} refusal={refusal} typed={refusal?.typed ?? null} />
    </section>
  );
}
