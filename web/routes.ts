import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";

/**
 * The table of contents of the shop window.
 *
 * A page is a route module with `loader` and a default component. A mutation is a route with its own address, named by a noun
 * (`/admin/orders/:requestCode/approval`): its module exports `action`, and re-exports `loader` and `default` of the page it belongs to, so that
 * a plain form post without script that is refused shows that page again with what was typed (`useActionData`).
 */
export default [
  index("storefront/home.tsx"),

  route("login", "account/login.tsx"),
  route("signup", "account/signup.tsx"),
  route("logout", "account/logout.ts"),
  route("forgot-password", "account/forgot-password.tsx"),
  route("account", "account/account.tsx", [
    index("account/order-history.tsx"),
    route("details", "account/details.tsx"),
    route("orders/:requestCode/cancellation", "account/order-cancellation.ts"),
  ]),

  route("admin/login", "admin/login.tsx"),
  layout("admin/area.tsx", [
    route("add-ids", "admin/add-ids.tsx"),
    route("admin/dashboard", "admin/dashboard.tsx"),
    route("admin/dashboard/edit-product/:productId", "admin/dashboard.tsx", { id: "edit-product" }),
    route("admin/dashboard/product-ids/:productId", "admin/dashboard.tsx", { id: "product-ids" }),
    route("admin/products", "admin/product-addition.ts"),
    route("admin/products/:productId", "admin/product-change.ts"),
    route("admin/products/:productId/deletion", "admin/product-deletion.ts"),
    route("admin/products/:productId/ids.txt", "admin/product-ids-text.ts"),
    route("admin/samples/removal", "admin/samples-removal.ts"),
    route("admin/orders/:requestCode/approval", "admin/request-approval.ts"),
    route("admin/orders/:requestCode/rejection", "admin/request-rejection.ts"),
    route("admin/orders/:requestCode/proof-check", "admin/proof-check.ts"),
    route("admin/orders/:requestCode/proof", "admin/proof-picture.ts"),
  ]),
  route("setup/:token", "setup.tsx"),

  route("*", "storefront/not-found.tsx"),
] satisfies RouteConfig;
