import type { ReactNode } from "react";
import { Badge, type Tone } from "#web/ui/badge.tsx";
import { Sheet } from "#web/ui/sheet.tsx";
import type { ApiCall, Field } from "./api-chapters.ts";

const tones: Record<string, Tone> = { GET: "action", POST: "green", PUT: "amber", DELETE: "red" };

/** One call of the API: who may make it, parameters, response and examples. */
export function ApiCallSheet({
  call: { id, method, path, summary, text, who, parameters, body, mediaTypes, curl, answer },
}: {
  call: ApiCall;
}) {
  return (
    <Sheet id={id} aria-label={summary} className="scroll-mt-4">
      <div className="flex flex-col gap-2">
        <h3 className="text-xl">
          <Words text={summary} />
        </h3>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Badge tone={tones[method] ?? "slate"}>{method}</Badge>
          <span translate="no" className="code min-w-0 font-semibold wrap-anywhere">
            {path}
          </span>
        </p>
        {text && (
          <p>
            <Words text={text} />
          </p>
        )}
      </div>
      <div className="grid gap-x-8 gap-y-5 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-5">
          <Part title="Who can call it">
            <ul className="flex flex-col gap-1">
              {who.map(({ words, scope }) => (
                <li key={words}>
                  <span>{words}</span>
                  {scope && (
                    <code translate="no" className="code font-semibold">
                      {" "}
                      {scope}
                    </code>
                  )}
                </li>
              ))}
            </ul>
          </Part>
          {parameters.length > 0 && (
            <Part title="Parameters">
              <Fields fields={parameters} />
            </Part>
          )}
          {body.length > 0 && (
            <Part title={`Body: ${mediaTypes.join(" or ")}`}>
              <Fields fields={body} />
            </Part>
          )}
          <Part title="Answer">
            <p>
              {answer.text} <span className="text-soft">{answer.type}</span>
            </p>
            {answer.schemas.length > 0 && (
              <p className="flex flex-wrap gap-x-4">
                {answer.schemas.map((name) => (
                  <a key={name} href={`#shape-${name}`} translate="no" className="code touch-link underline">
                    {name}
                  </a>
                ))}
              </p>
            )}
          </Part>
        </div>
        <div className="flex min-w-0 flex-col gap-5">
          <Part title="Example">
            <Code>{curl}</Code>
          </Part>
          {answer.example && (
            <Part title="Example answer">
              <Code>{answer.example}</Code>
            </Part>
          )}
        </div>
      </div>
    </Sheet>
  );
}

/**
 * A list of fields with types and descriptions. Answers contain all fields, so "required" is not
 * shown there.
 */
export function Fields({ fields, isAnswer = false }: { fields: Field[]; isAnswer?: boolean }) {
  return (
    <dl className={isAnswer ? "grid gap-x-8 lg:grid-cols-2" : "rows"}>
      {fields.map(({ name, type, isRequired, text }) => (
        <div key={name} className="flex flex-wrap items-baseline gap-x-3 py-2">
          <dt translate="no" className="code font-semibold wrap-anywhere">
            {name}
          </dt>
          <dd className="text-sm wrap-anywhere text-soft">{isRequired && !isAnswer ? `${type}, required` : type}</dd>
          {text && (
            <dd className="basis-full text-sm">
              <Words text={text} />
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}

/** Text in which words between backticks are code. */
export function Words({ text }: { text: string }) {
  return text.split("`").map((part, at) =>
    at % 2 === 1 ? (
      <code key={`${at} ${part}`} translate="no" className="code rounded-sm bg-sunk px-1 text-[0.9em] wrap-anywhere">
        {part}
      </code>
    ) : (
      part
    ),
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-2">
      <h4 className="text-sm font-semibold text-soft">{title}</h4>
      {children}
    </div>
  );
}

/**
 * Wraps lines instead of scrolling: nothing is out of sight on a phone, and no scroll area needs to
 * be focusable.
 */
function Code({ children }: { children: string }) {
  return (
    <pre translate="no" className="code code-block p-3 text-sm whitespace-pre-wrap">
      {children}
    </pre>
  );
}
