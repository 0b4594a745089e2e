import { Link, useFetcher, useLocation } from "react-router";
import { messages } from "#shop/messages.ts";
import type { OrderView } from "#shop/orders/reading/order-view.ts";
import type { NetworkFailure } from "#web/parts/forms/network-error.ts";
import { CopyWhole } from "#web/parts/text/copyable.tsx";
import type { Said } from "#web/say.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog, DialogActions, DialogButton, SafeButton } from "#web/ui/dialog.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { Sheet } from "#web/ui/sheet.tsx";
import { useRefusalSaid } from "#web/ui/toast.tsx";

/** How a buyer finds the order again: its private link, or an account. [S6.6] */
export function OrderKeeping({ order, origin, isGuest }: { order: OrderView; origin: string; isGuest: boolean }) {
  const isGuestsOrder = order.userId === "guest";
  const { privateUrl = null } = Object(useLocation().state) as { privateUrl?: string | null };
  if (privateUrl && order.userId === null) return <LinkWithoutCookies url={privateUrl} />;
  if (!order.privatePath && !order.mayAdopt && !isGuestsOrder) return null;
  return (
    <Sheet title={order.privatePath ? "Keep this link" : "Keep this order"}>
      {order.privatePath && <PrivateLink requestCode={order.requestCode} url={origin + order.privatePath} />}
      {!order.privatePath && isGuestsOrder && (
        <p>Its private link was revoked. This browser still opens the order; another one does not, unless it is in your account.</p>
      )}
      {order.mayAdopt && <Adoption requestCode={order.requestCode} />}
      {isGuest && isGuestsOrder && (
        <p className="text-soft">
          Or{" "}
          <Link to={`/login?to=/order-status/${order.requestCode}`} className="font-medium text-action underline">
            log in
          </Link>{" "}
          and add this order to your account.
        </p>
      )}
    </Sheet>
  );
}

/**
 * A buyer who blocks cookies is not recognized after ordering, so only the link opens the order.
 */
function LinkWithoutCookies({ url }: { url: string }) {
  return (
    <Sheet title="Keep this link">
      <p>{messages.keepLinkWithoutCookies}</p>
      <LinkField url={url} />
      <CopyWhole text={url} label="Copy the private link" />
    </Sheet>
  );
}

function LinkField({ url }: { url: string }) {
  return (
    <TextField
      label="Private link"
      hint="It opens this order with everything in it on any device. Whoever has it can see the IDs, so keep it to yourself."
      readOnly
      value={url}
      translate="no"
      fieldClassName="code text-sm"
      onFocus={({ target }) => target.select()}
    />
  );
}

function PrivateLink({ requestCode, url }: { requestCode: string; url: string }) {
  return (
    <div className="flex flex-col gap-3">
      <LinkField url={url} />
      <div className="flex flex-wrap gap-2">
        <CopyWhole text={url} label="Copy the private link" />
        <Revocation requestCode={requestCode} />
      </div>
    </div>
  );
}

const DIALOG = "revoke-link";

function Revocation({ requestCode }: { requestCode: string }) {
  const revoking = useFetcher<Said | NetworkFailure>();
  useRefusalSaid(revoking.data);
  return (
    <>
      <DialogButton dialog={DIALOG} variant="quiet" icon="lock">
        Revoke the link
      </DialogButton>
      <Dialog id={DIALOG} title="Revoke the private link?">
        <p>
          The link of order <span translate="no">{requestCode}</span> stops working for good, and every other browser that it opened is shut
          out. This browser keeps the order.
        </p>
        <revoking.Form method="post" action={`/order-status/${requestCode}/private-link`}>
          <DialogActions>
            <SafeButton dialog={DIALOG}>Keep the link</SafeButton>
            <Button type="submit" variant="danger" isBusy={revoking.state !== "idle"}>
              Revoke the link
            </Button>
          </DialogActions>
        </revoking.Form>
      </Dialog>
    </>
  );
}

function Adoption({ requestCode }: { requestCode: string }) {
  const adopting = useFetcher<Said | NetworkFailure>();
  useRefusalSaid(adopting.data);
  return (
    <adopting.Form method="post" action={`/order-status/${requestCode}/adoption`}>
      <Button type="submit" variant="secondary" icon="user" isBusy={adopting.state !== "idle"}>
        Add to my account
      </Button>
    </adopting.Form>
  );
}
