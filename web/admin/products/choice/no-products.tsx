import { useTexts } from "#web/texts.tsx";
import { LinkButton } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";

/** Says that the shop has no product to choose, and leads to adding one. [S2.25] */
export function NoProducts() {
  const texts = useTexts("adminProducts");
  return (
    <EmptyState
      icon="box"
      title={texts("noProductsYet")}
      actions={
        <LinkButton to="/admin/products/new" icon="plus">
          {texts("addProduct")}
        </LinkButton>
      }
    />
  );
}
