import type { ReactNode } from "react";
import { Link } from "react-router";
import type { InventoryProduct } from "#shop/stock/products/inventory.ts";
import { ShownProgress } from "#web/admin/frame/shown-progress.tsx";
import { ProductPicture } from "#web/parts/product/product-picture.tsx";
import { StockBadge } from "#web/parts/product/stock-badge.tsx";
import { OwnText } from "#web/parts/text/own-text.tsx";
import { Price } from "#web/parts/text/price.tsx";
import { rich, useTexts } from "#web/texts.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button, IconButton, LinkButton } from "#web/ui/button.tsx";
import { closeDialog, Dialog, DialogActions, DialogButton, SafeButton } from "#web/ui/dialog.tsx";
import { Cell, Row } from "#web/ui/table.tsx";
import { ADD_IDS } from "../../frame/form-addresses.ts";
import { ProductForm } from "../product-form.tsx";

/** `label` is the product's name in the accessible names of its buttons. */
type Props = { product: InventoryProduct; label: string };

/**
 * One product of the inventory: its name opens it, its stock grows by *Add IDs*, and the other
 * actions are behind one button. The stock says how long it lasts and what it cost. [S2.33] [S17.7]
 */
export function InventoryRow({ product, label, daysLeft, currency }: Props & { daysLeft: number | null; currency: string }) {
  const texts = useTexts("adminProducts");
  const { id, name, language, pricePaise, image, isSample, isHidden, available, waiting, freeCost } = product;
  const at = encodeURIComponent(id);
  return (
    <Row>
      <Cell>
        <div className="flex min-w-0 items-center gap-3">
          <ProductPicture seed={id} image={image} name="" sizes="3rem" className="inventory-picture" />
          <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
            <Link to={`/admin/products/${at}/edit`} title={texts("editProduct")} className="inventory-name touch-link">
              <OwnText language={language}>{name}</OwnText>
            </Link>
            {isHidden && (
              <Badge tone="slate" icon="ban">
                {texts("hidden")}
              </Badge>
            )}
            {isSample && <Badge tone="slate">{texts("sample")}</Badge>}
          </span>
        </div>
      </Cell>
      <Cell>
        <Price paise={pricePaise} label={currency} className="font-semibold" />
      </Cell>
      <Cell>
        <span>
          <StockBadge available={available} />
          {daysLeft !== null && <span className="block text-sm text-soft">{texts("lasts", { days: daysLeft })}</span>}
          {freeCost && (
            <span className="block text-sm text-soft">
              {rich(texts, "freeCost", {
                price: () => <Price paise={freeCost.paise} label={currency} />,
                unknown: available - freeCost.known,
              })}
            </span>
          )}
          {waiting > 0 && <span className="block text-sm text-soft">{texts("peopleWait", { count: waiting })}</span>}
        </span>
      </Cell>
      <Cell>
        <div className="row-menu">
          <LinkButton to={`${ADD_IDS}?product=${at}`} variant="secondary" icon="plus" className="inventory-add">
            {rich(texts, "addIdsOf", { label, unseen })}
          </LinkButton>
          <IconButton icon="more" label={texts("actionsOf", { label })} popoverTarget={`menu-${id}`} />
          <div id={`menu-${id}`} popover="" className="row-actions">
            <LinkButton to={`/admin/products/${at}/ids`} variant="quiet" icon="key">
              {rich(texts, "viewIdsOf", { label, unseen })}
            </LinkButton>
            <LinkButton to={`/admin/products/${at}/edit`} variant="quiet" icon="edit">
              {rich(texts, "editOf", { label, unseen })}
            </LinkButton>
            <Visibility product={product} label={label} />
            <DialogButton dialog={`delete-${id}`} variant="quiet" icon="trash" className="text-red-ink">
              {rich(texts, "deleteOf", { label, unseen })}
            </DialogButton>
          </div>
        </div>
        <DeleteProduct product={product} label={label} />
      </Cell>
    </Row>
  );
}

/** Words that only a screen reader says. */
function unseen(words: ReactNode) {
  return <span className="unseen">{words}</span>;
}

/** Hides a product from the shop, or shows it again. */
function Visibility({ product: { id, isHidden }, label }: Props) {
  const texts = useTexts("adminProducts");
  return (
    <ProductForm
      label={texts(isHidden ? "showProduct" : "hideProduct", { label })}
      action={`/admin/products/${encodeURIComponent(id)}/visibility`}
      answered={undefined}
      onDone={() => document.getElementById(`menu-${id}`)?.hidePopover()}
      className="flex flex-col"
    >
      {({ isBusy }) => (
        <>
          <input type="hidden" name="visible" value={isHidden ? "yes" : "no"} />
          <Button type="submit" variant="quiet" icon={isHidden ? "eye" : "ban"} isBusy={isBusy}>
            {rich(texts, isHidden ? "showOf" : "hideOf", { label, unseen })}
          </Button>
        </>
      )}
    </ProductForm>
  );
}

/** Confirms the deletion of a product and its IDs. [S2.33] [S5.10] */
function DeleteProduct({ product: { id, name, language, available }, label }: Props) {
  const texts = useTexts("adminProducts");
  const dialog = `delete-${id}`;
  const deletion = `/admin/products/${encodeURIComponent(id)}/deletion`;
  return (
    <Dialog
      id={dialog}
      onClose={() => document.querySelector<HTMLElement>(`[popovertarget="menu-${id}"]`)?.focus()}
      title={rich(texts, "askDelete", { name: () => <OwnText language={language}>{name}</OwnText>, available })}
    >
      <p>{texts("deletionConsequence")}</p>
      <ProductForm label={texts("deleteProduct", { label })} action={deletion} answered={undefined} onDone={() => closeDialog(dialog)}>
        {({ isBusy }) => (
          <>
            {isBusy && <ShownProgress address={deletion} />}
            <DialogActions>
              <SafeButton dialog={dialog}>{texts("keepIt")}</SafeButton>
              <Button type="submit" variant="danger" icon="trash" isBusy={isBusy}>
                {texts("delete")}
              </Button>
            </DialogActions>
          </>
        )}
      </ProductForm>
    </Dialog>
  );
}
