import { useTexts } from "#web/texts.tsx";
import { LinkButton } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { NEW_PRODUCT } from "../../frame/form-addresses.ts";

/** Says that the shop has no product to choose, and leads to adding one. [S2.25] */
export function NoProducts() {
  const texts = useTexts("adminProducts");
  return (
    <EmptyState
      icon="box"
      title={texts("noProductsYet")}
      actions={
        <LinkButton to={NEW_PRODUCT} icon="plus">
          {texts("addProduct")}
        </LinkButton>
      }
    />
  );
}
