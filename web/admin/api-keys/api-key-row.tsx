import type { KeyIn } from "#messages/texts.ts";
import type { ListedApiKey } from "#shop/api-keys/list-api-keys.server.ts";
import { priceText } from "#shop/money.ts";
import { useAnswer } from "#web/parts/forms/use-answer.ts";
import { When } from "#web/parts/text/time.tsx";
import { agoText } from "#web/parts/text/time-text.ts";
import { rich, useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { closeDialog, Dialog, DialogActions, DialogButton, SafeButton } from "#web/ui/dialog.tsx";
import { Cell, Row } from "#web/ui/table.tsx";
import { scopeTexts } from "./scope-texts.ts";

/** The columns of the list. */
export const apiKeyColumns = ["key", "may", "made", "lastUsed", "actions"] as const satisfies KeyIn<"adminApiKeys">[];

/** An API key: scopes, creator, last use, and a button to revoke it. */
export function ApiKeyRow({ apiKey, now }: { apiKey: ListedApiKey; now: Date }) {
  const partsTexts = useTexts("parts");
  const texts = useTexts("adminApiKeys");
  const { name, beginning, madeBy, createdAt, lastUsedAt, revokedAt, isSuspended } = apiKey;
  return (
    <Row>
      <Cell className="md:min-w-44">
        <span className="flex min-w-0 flex-col">
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="min-w-0 font-semibold wrap-anywhere">{name}</span>
            {revokedAt && (
              <Badge tone="slate" icon="ban">
                {texts("revoked")}
              </Badge>
            )}
            {!revokedAt && isSuspended && (
              <Badge tone="amber" icon="pause">
                {texts("suspended")}
              </Badge>
            )}
          </span>
          <span translate="no" className="code text-sm text-soft">
            {beginning}…
          </span>
        </span>
      </Cell>
      <Cell label={texts("may")} className="min-w-0">
        <ul className="md:min-w-40">
          {apiKey.scopes.map((scope) => (
            <li key={scope}>{texts(scopeTexts[scope].label)}</li>
          ))}
          {apiKey.refundsADayPaise !== null && (
            <li className="text-sm text-soft">{texts("refundsADayOf", { max: priceText(apiKey.refundsADayPaise) })}</li>
          )}
        </ul>
      </Cell>
      <Cell label={texts("made")} className="md:min-w-52">
        <span className="flex flex-col">
          <When at={createdAt} as="date" />
          <span className="text-sm wrap-anywhere text-soft">{madeBy}</span>
        </span>
      </Cell>
      <Cell label={texts("lastUsed")} className="whitespace-nowrap">
        <span>{lastUsedAt ? agoText(lastUsedAt, now, partsTexts) : texts("never")}</span>
      </Cell>
      <Cell>
        {revokedAt ? (
          <span className="whitespace-nowrap text-soft">{rich(texts, "revokedOn", { time: () => <When at={revokedAt} as="date" /> })}</span>
        ) : (
          <Revocation apiKey={apiKey} />
        )}
      </Cell>
    </Row>
  );
}

function Revocation({ apiKey: { id, name, isSuspended } }: { apiKey: ListedApiKey }) {
  const texts = useTexts("adminApiKeys");
  const dialog = `revoke-${id}`;
  const { Form, isBusy, refusal } = useAnswer(undefined, () => closeDialog(dialog));
  return (
    <>
      <DialogButton dialog={dialog} variant="dangerQuiet" isBusy={isBusy} className="whitespace-nowrap max-md:flex-1">
        {texts("revoke")}
        <span className="unseen"> {name}</span>
      </DialogButton>
      <Dialog id={dialog} title={<span className="wrap-anywhere">{texts("revokeTitle", { name })}</span>}>
        <p>{texts("revokeLead")}</p>
        {isSuspended && <p>{texts("suspendedLead")}</p>}
        {refusal && <Alert kind="error">{refusal.sentence}</Alert>}
        <Form method="post" action={`/admin/api-keys/${encodeURIComponent(id)}/revocation`}>
          <DialogActions>
            <SafeButton dialog={dialog}>{texts("keepIt")}</SafeButton>
            <Button type="submit" variant="danger" isBusy={isBusy}>
              {texts("revoke")}
            </Button>
          </DialogActions>
        </Form>
      </Dialog>
    </>
  );
}
