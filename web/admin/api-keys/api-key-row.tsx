import { scopes } from "#shop/accounts/scopes.ts";
import type { ListedApiKey } from "#shop/api-keys/list-api-keys.server.ts";
import { useAnswer } from "#web/parts/forms/use-answer.ts";
import { When } from "#web/parts/text/time.tsx";
import { agoText } from "#web/parts/text/time-text.ts";
import { useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { closeDialog, Dialog, DialogActions, DialogButton, SafeButton } from "#web/ui/dialog.tsx";
import { Cell, Row } from "#web/ui/table.tsx";

export const apiKeyColumns = ["Key", "May", "Made", "Last used", "Actions"];

/** An API key: scopes, creator, last use, and a button to revoke it. */
export function ApiKeyRow({ apiKey, now }: { apiKey: ListedApiKey; now: Date }) {
  const partsTexts = useTexts("parts");
  const { name, beginning, madeBy, createdAt, lastUsedAt, revokedAt, isSuspended } = apiKey;
  return (
    <Row>
      <Cell className="md:min-w-44">
        <span className="flex min-w-0 flex-col">
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="min-w-0 font-semibold wrap-anywhere">{name}</span>
            {revokedAt && (
              <Badge tone="slate" icon="ban">
                Revoked
              </Badge>
            )}
            {!revokedAt && isSuspended && (
              <Badge tone="amber" icon="pause">
                Suspended
              </Badge>
            )}
          </span>
          <span translate="no" className="code text-sm text-soft">
            {beginning}…
          </span>
        </span>
      </Cell>
      <Cell label="May" className="min-w-0">
        <ul className="md:min-w-40">
          {apiKey.scopes.map((scope) => (
            <li key={scope}>{scopes[scope].label}</li>
          ))}
        </ul>
      </Cell>
      <Cell label="Made" className="md:min-w-52">
        <span className="flex flex-col">
          <When at={createdAt} as="date" />
          <span className="text-sm wrap-anywhere text-soft">{madeBy}</span>
        </span>
      </Cell>
      <Cell label="Last used" className="whitespace-nowrap">
        <span>{lastUsedAt ? agoText(lastUsedAt, now, partsTexts) : "Never"}</span>
      </Cell>
      <Cell>
        {revokedAt ? (
          <span className="whitespace-nowrap text-soft">
            Revoked <When at={revokedAt} as="date" />
          </span>
        ) : (
          <Revocation apiKey={apiKey} />
        )}
      </Cell>
    </Row>
  );
}

function Revocation({ apiKey: { id, name, isSuspended } }: { apiKey: ListedApiKey }) {
  const dialog = `revoke-${id}`;
  const { Form, isBusy, refusal } = useAnswer(undefined, () => closeDialog(dialog));
  return (
    <>
      <DialogButton dialog={dialog} variant="dangerQuiet" isBusy={isBusy} className="whitespace-nowrap max-md:flex-1">
        Revoke<span className="unseen"> {name}</span>
      </DialogButton>
      <Dialog id={dialog} title={<span className="wrap-anywhere">Revoke “{name}”?</span>}>
        <p>The program that has this key can do nothing here any more, from the next call on. A revoked key does not come back.</p>
        {isSuspended && (
          <p>It is suspended already: the admin who made it is disabled or no longer an admin. It would work again with that admin.</p>
        )}
        {refusal && <Alert kind="error">{refusal.sentence}</Alert>}
        <Form method="post" action={`/admin/api-keys/${encodeURIComponent(id)}/revocation`}>
          <DialogActions>
            <SafeButton dialog={dialog}>Keep it</SafeButton>
            <Button type="submit" variant="danger" isBusy={isBusy}>
              Revoke
            </Button>
          </DialogActions>
        </Form>
      </Dialog>
    </>
  );
}
