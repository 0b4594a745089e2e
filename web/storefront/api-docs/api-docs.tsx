import { refused } from "#shop/refusal.ts";
import { scopeNames, scopes } from "#shop/rights.ts";
import { requestContext } from "#web/context.ts";
import type { PageHandle } from "#web/page-scripts/page-scripts.tsx";
import { pageTitle } from "#web/parts/site/page-title.ts";
import { say } from "#web/say.ts";
import { Facts, PageHead, Sheet } from "#web/ui/sheet.tsx";
import type { Route } from "./+types/api-docs.ts";
import { ApiCallSheet, Fields, Words } from "./api-call-sheet.tsx";
import { chaptersOf, shapesOf } from "./api-chapters.ts";

export const handle = { needsNoScript: true, hasNoScript: true } satisfies PageHandle;

export const meta: Route.MetaFunction = ({ matches }) => [...pageTitle("API", matches), { name: "robots", content: "noindex" }];

/** The content of `/api/openapi.json`; the page is generated from that document alone. */
export function loader({ context }: Route.LoaderArgs) {
  const { origin, apiDocument } = context.get(requestContext);
  const document = apiDocument();
  if (!document) throw say(context, refused("notFound"));
  return { text: document.info.description ?? "", chapters: chaptersOf(document, origin), shapes: shapesOf(document), origin };
}

/**
 * All calls of the JSON API with permissions, parameters and examples, in English. Needs no
 * JavaScript.
 */
export default function ApiDocs({ loaderData: { text, chapters, shapes, origin } }: Route.ComponentProps) {
  return (
    <div lang="en-IN" className="frame flex max-w-6xl flex-col gap-8 py-8 sm:py-12">
      <PageHead title="API">
        For the shop owner's programs, and for anyone who reads the catalogue. As a document for programs:{" "}
        <a href="/api/openapi.json" className="link">
          openapi.json
        </a>{" "}
        (OpenAPI 3.1).
      </PageHead>
      <Prose text={text} />
      <Contents chapters={chapters} />
      <Keys origin={origin} />
      {chapters.map(({ name, text, calls }) => (
        <section key={name} id={anchorOf(name)} className="flex flex-col gap-4">
          <div>
            <h2 className="text-2xl sm:text-3xl">{name}</h2>
            <p className="text-soft">{text}</p>
          </div>
          {calls.map((call) => (
            <ApiCallSheet key={call.id} call={call} />
          ))}
        </section>
      ))}
      <section className="flex flex-col gap-4">
        <h2 className="text-2xl sm:text-3xl">Shapes</h2>
        {shapes.map(({ name, fields }) => (
          <Sheet key={name} id={`shape-${name}`} className="scroll-mt-4">
            <h3 translate="no" className="code text-lg font-semibold">
              {name}
            </h3>
            <Fields fields={fields} isAnswer />
          </Sheet>
        ))}
      </section>
    </div>
  );
}

/** Paragraphs, and lists of lines that begin with a hyphen. */
function Prose({ text }: { text: string }) {
  return (
    <div className="flex max-w-3xl flex-col gap-3">
      {text.split("\n\n").map((block) =>
        block.startsWith("- ") ? (
          <ul key={block} className="flex flex-col gap-1">
            {block.split("\n").map((line) => (
              <li key={line}>
                <Words text={line.slice(2)} />
              </li>
            ))}
          </ul>
        ) : (
          <p key={block}>
            <Words text={block} />
          </p>
        ),
      )}
    </div>
  );
}

function Contents({ chapters }: { chapters: ReturnType<typeof chaptersOf> }) {
  return (
    <nav aria-label="Calls" className="grid gap-x-8 gap-y-4 sm:grid-cols-2 lg:grid-cols-3">
      {chapters.map(({ name, calls }) => (
        <div key={name}>
          <p className="font-semibold">
            <a href={`#${anchorOf(name)}`} className="inline-flex min-h-11 min-w-11 items-center hover:underline">
              {name}
            </a>
          </p>
          <ul>
            {calls.map(({ id, summary }) => (
              <li key={id}>
                <a href={`#${id}`} className="touch-link flex py-1.5 underline-offset-4 hover:underline">
                  <Words text={summary} />
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

function Keys({ origin }: { origin: string }) {
  return (
    <Sheet title="API keys">
      <p className="max-w-3xl">
        An admin makes a key for each program on the admin page “API keys”, with the scopes that the program needs. It is shown once. Send
        it in a header of each call. With a key, cookies are ignored and no{" "}
        <code translate="no" className="code">
          Origin
        </code>{" "}
        header is needed. The audit log names the key for everything it does. A revoked key stops working. A key is suspended while the
        admin who made it is disabled or no longer an admin.
      </p>
      <p translate="no" className="code code-block text-sm">{`curl ${origin}/api/products -H "Authorization: Bearer $API_KEY"`}</p>
      <Facts
        rows={scopeNames.map((scope) => [
          scope,
          <span key={scope} className="font-normal">
            {scopes[scope].text}
          </span>,
        ])}
      />
    </Sheet>
  );
}

function anchorOf(name: string): string {
  return name.toLowerCase().replaceAll(" ", "-");
}
