import type { ReactNode } from "react";
import { Link, useFetcher, useLocation } from "react-router";
import type { OrderView } from "#shop/orders/reading/order-view.ts";
import type { NetworkFailure } from "#web/parts/forms/network-error.ts";
import { lazyPart } from "#web/parts/site/lazy-part.ts";
import { CopyWhole } from "#web/parts/text/copyable.tsx";
import { ShareLink } from "#web/parts/text/share-link.tsx";
import type { Said } from "#web/say.ts";
import { rich, useTexts } from "#web/texts.tsx";
import { Button } from "#web/ui/button.tsx";
import { Dialog, DialogActions, DialogButton, SafeButton } from "#web/ui/dialog.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { Sheet } from "#web/ui/sheet.tsx";
import { useRefusalSaid } from "#web/ui/toast.tsx";

const PhonePush = lazyPart(async () => (await import("../push/phone-push.tsx")).PhonePush);
const PhonePushSheet = lazyPart(async () => (await import("../push/phone-push.tsx")).PhonePushSheet);

type Props = {
  order: OrderView;
  origin: string;
  isGuest: boolean;
  /** Whether this browser is told of the order's news by push; null for who is not its buyer. */
  isTold: boolean | null;
};

/**
 * How a buyer finds the order again, by its private link or an account, and hears of its news. [S6.6]
 * [S14.11]
 */
export function OrderKeeping({ order, origin, isGuest, isTold }: Props) {
  const texts = useTexts("order");
  const isGuestsOrder = order.userId === "guest";
  const { privateUrl = null } = Object(useLocation().state) as { privateUrl?: string | null };
  if (privateUrl && order.userId === null) return <LinkWithoutCookies url={privateUrl} />;
  const telling = { requestCode: order.requestCode, isTold: isTold === true };
  if (!order.privatePath && !order.mayAdopt && !isGuestsOrder)
    return isTold === null ? null : <PhonePushSheet title={texts("newsOfOrder")} {...telling} />;
  return (
    <Sheet className="print:hidden" title={texts(order.privatePath ? "keepThisLink" : "keepThisOrder")}>
      {order.privatePath && (
        <PrivateLink requestCode={order.requestCode} url={origin + order.privatePath}>
          {isTold !== null && <PhonePush {...telling} />}
        </PrivateLink>
      )}
      {!order.privatePath && isGuestsOrder && <p>{texts("linkWasRevoked")}</p>}
      {order.mayAdopt && <Adoption requestCode={order.requestCode} />}
      {!order.privatePath && isTold !== null && (
        <div className="flex flex-wrap gap-2">
          <PhonePush {...telling} />
        </div>
      )}
      {isGuest && isGuestsOrder && (
        <p className="text-soft">
          {rich(texts, "orLogIn", {
            link: (words) => (
              <Link to={`/login?to=/order-status/${order.requestCode}`} className="font-medium text-action underline">
                {words}
              </Link>
            ),
          })}
        </p>
      )}
    </Sheet>
  );
}

/**
 * A buyer who blocks cookies is not recognized after ordering, so only the link opens the order.
 */
function LinkWithoutCookies({ url }: { url: string }) {
  const texts = useTexts("order");
  return (
    <Sheet className="print:hidden" title={texts("keepThisLink")}>
      <p>{texts("keepLinkWithoutCookies")}</p>
      <LinkField url={url} />
      <div className="flex flex-wrap gap-2">
        <CopyWhole text={url} label={texts("copyPrivateLink")} />
        <ShareLink url={url} label={texts("shareLink")} />
      </div>
    </Sheet>
  );
}

function LinkField({ url }: { url: string }) {
  const texts = useTexts("order");
  return (
    <TextField
      label={texts("privateLink")}
      hint={texts("privateLinkHint")}
      readOnly
      value={url}
      translate="no"
      fieldClassName="code text-sm"
      onFocus={({ target }) => target.select()}
    />
  );
}

/** `children` are further buttons. */
function PrivateLink({ requestCode, url, children }: { requestCode: string; url: string; children: ReactNode }) {
  const texts = useTexts("order");
  return (
    <div className="flex flex-col gap-3">
      <LinkField url={url} />
      <div className="flex flex-wrap gap-2">
        <CopyWhole text={url} label={texts("copyPrivateLink")} />
        <ShareLink url={url} label={texts("shareLink")} />
        <LinkRevocation requestCode={requestCode} />
        {children}
      </div>
      <details>
        <summary className="min-h-11 content-center font-semibold text-action">{texts("showQrCode")}</summary>
        <img
          src={`/order-status/${requestCode}/link.png`}
          alt={texts("qrCode")}
          width={240}
          height={240}
          loading="lazy"
          className="mt-2 rounded-field bg-white"
        />
      </details>
    </div>
  );
}

const DIALOG = "revoke-link";

/** Asks before the private link is turned off, which ends the access of devices that opened it. */
export function LinkRevocation({ requestCode }: { requestCode: string }) {
  const texts = useTexts("order");
  const revoking = useFetcher<Said | NetworkFailure>();
  useRefusalSaid(revoking.data);
  return (
    <>
      <DialogButton dialog={DIALOG} variant="quiet" icon="lock">
        {texts("revokeLink")}
      </DialogButton>
      <Dialog id={DIALOG} title={texts("revokeTitle")}>
        <p>{rich(texts, "revokeAsk", { requestCode, code: (words) => <span translate="no">{words}</span> })}</p>
        <revoking.Form method="post" action={`/order-status/${requestCode}/private-link`}>
          <DialogActions>
            <SafeButton dialog={DIALOG}>{texts("keepLink")}</SafeButton>
            <Button type="submit" variant="danger" isBusy={revoking.state !== "idle"}>
              {texts("revokeLink")}
            </Button>
          </DialogActions>
        </revoking.Form>
      </Dialog>
    </>
  );
}

function Adoption({ requestCode }: { requestCode: string }) {
  const texts = useTexts("order");
  const adopting = useFetcher<Said | NetworkFailure>();
  useRefusalSaid(adopting.data);
  return (
    <adopting.Form method="post" action={`/order-status/${requestCode}/adoption`}>
      <Button type="submit" variant="secondary" icon="user" isBusy={adopting.state !== "idle"}>
        {texts("addToAccount")}
      </Button>
    </adopting.Form>
  );
}
