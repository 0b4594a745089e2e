import { useActionData } from "react-router";
import { messages } from "#shop/messages.ts";
import { ApiKeyForm } from "#shop/outside/api-key-form.ts";
import { listApiKeys } from "#shop/outside/list-api-keys.server.ts";
import { type MadeApiKey, makeApiKey } from "#shop/outside/make-api-key.server.ts";
import { authContext, originContext, servicesContext, visitorContext } from "#web/context.ts";
import { orUnreached } from "#web/parts/or-unreached.ts";
import { pageTitle } from "#web/parts/page-title.ts";
import type { Answer } from "#web/parts/use-answer.ts";
import { readForm } from "#web/read-form.ts";
import { orFail, orSay, type Said, say } from "#web/say.ts";
import { Alert } from "#web/ui/alert.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { PageHead } from "#web/ui/sheet.tsx";
import { Table } from "#web/ui/table.tsx";
import type { Route } from "./+types/api-keys.ts";
import { ApiKeyMade } from "./api-key-made.tsx";
import { ApiKeyMaking, type TypedApiKey, typedApiKey } from "./api-key-making.tsx";
import { ApiKeyRow, apiKeyColumns } from "./api-key-row.tsx";

/** What comes back of making a key, with what was typed where it was refused, or of revoking one. */
type ApiKeysAnswer = (Exclude<Answer, { ok: true }> & { typed?: TypedApiKey }) | Extract<Said<MadeApiKey | { name: string }>, { ok: true }>;

export const meta: Route.MetaFunction = ({ matches }) => [...pageTitle("API keys", matches), { name: "robots", content: "noindex" }];

export async function loader({ context }: Route.LoaderArgs) {
  const visitor = context.get(visitorContext);
  const listed = await orFail(context, "failedToLoadApiKeys", () => listApiKeys(context.get(servicesContext), visitor));
  if (!listed.ok) throw say(listed);
  const email = visitor.kind === "guest" ? "" : visitor.email;
  return { apiKeys: listed.value, email, origin: context.get(originContext), now: context.get(servicesContext).now() };
}

/** Makes a key, and tells it this once. */
export async function action({ request, context }: Route.ActionArgs) {
  const { headers } = request;
  const typed = await typedApiKey(request.clone());
  const form = await readForm(ApiKeyForm, request);
  const made = form.ok
    ? await orSay(context, "failedToMakeApiKey", () =>
        makeApiKey(context.get(servicesContext), context.get(authContext), context.get(visitorContext), form.value, headers),
      )
    : form;
  const said = say(made, messages.apiKeyMade);
  return made.ok ? said : { ...said, data: { ...said.data, typed } };
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return orUnreached("failedToMakeApiKey", serverAction);
}

/** The keys by which other programs use the JSON API: making one, and what became of those that were made. */
export default function ApiKeys({ loaderData: { apiKeys, email, origin, now } }: Route.ComponentProps) {
  const answer = useActionData<ApiKeysAnswer>();
  const made = answer?.ok && "key" in answer.value ? answer.value : null;
  const refusal = answer && !answer.ok ? answer : null;
  return (
    <section className="flex flex-col gap-4">
      <PageHead title="API keys">
        With a key, another program of yours can read and do here what you allow it to.{" "}
        <a href="/api/docs" className="font-medium text-action underline underline-offset-4">
          How to use the API
        </a>
      </PageHead>
      {made && <ApiKeyMade made={made} origin={origin} />}
      {answer?.ok && !made && answer.sentence && <Alert kind="success">{answer.sentence}</Alert>}
      {apiKeys.length === 0 ? (
        <EmptyState icon="key" title={messages.noApiKeysYet} />
      ) : (
        <Table caption="API keys, those that work first" head={apiKeyColumns}>
          {apiKeys.map((apiKey) => (
            <ApiKeyRow key={apiKey.id} apiKey={apiKey} now={now} />
          ))}
        </Table>
      )}
      <ApiKeyMaking key={apiKeys[0]?.id} email={email} refusal={refusal} typed={refusal?.typed ?? null} />
    </section>
  );
}
