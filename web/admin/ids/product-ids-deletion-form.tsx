import type { ReactNode } from "react";
import { useTexts } from "#web/texts.tsx";
import { Button } from "#web/ui/button.tsx";
import { closeDialog, Dialog, DialogActions, SafeButton } from "#web/ui/dialog.tsx";
import { ProductForm } from "../products/product-form.tsx";

type Props = {
  /** The dialog's `id`. The form's is the same with `-form`, for fields elsewhere on the page. */
  dialog: string;
  productId: string;
  title: ReactNode;
  /** The name of the form. */
  label: string;
  which: "chosen" | "matching";
  /** The label of the button that cancels. */
  cancelLabel: string;
  /** The fields that select the IDs to delete. */
  children?: ReactNode;
};

/** Confirms the deletion of available IDs with their number and product. [S2.35] */
export function IdsDeletion({ dialog, productId, title, label, which, cancelLabel, children }: Props) {
  const texts = useTexts("adminIds");
  return (
    <Dialog id={dialog} title={title}>
      <p>{texts("deletionConsequence")}</p>
      <ProductForm
        id={`${dialog}-form`}
        label={label}
        action={`/admin/products/${encodeURIComponent(productId)}/ids/deletion`}
        answered={undefined}
        onDone={() => closeDialog(dialog)}
      >
        {({ isBusy }) => (
          <>
            <input type="hidden" name="which" value={which} />
            {children}
            <DialogActions>
              <SafeButton dialog={dialog}>{cancelLabel}</SafeButton>
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
