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
  route("how-it-works", "storefront/how-it-works.tsx"),
  route("contact", "storefront/contact.tsx"),
  route("products", "storefront/products.tsx"),
  route("product/:productId", "storefront/product.tsx"),
  route("product/:productId/order", "storefront/order.ts"),
  route("order-status", "storefront/order-finder.tsx"),
  route("order-status/:requestCode", "storefront/order-status.tsx"),
  route("order-status/:requestCode/cancellation", "storefront/order-cancellation.ts"),
  route("order-status/:requestCode/proof", "storefront/order-proof.ts"),
  route("order-status/:requestCode/private-link", "storefront/order-private-link.ts"),
  route("order-status/:requestCode/adoption", "storefront/order-adoption.ts"),
  route("order-status/:requestCode/ids.txt", "storefront/order-ids.ts"),
  route("order-status/:requestCode/key/:key", "storefront/order-key.ts"),

  route("login", "account/login.tsx"),
  route("signup", "account/signup.tsx"),
  route("logout", "account/logout.ts"),
  route("forgot-password", "account/forgot-password.tsx"),
  route("reset-password", "account/reset-password.tsx"),
  route("reset-password/:token", "account/reset-link.ts"),
  route("account", "account/account.tsx", [
    index("account/order-history.tsx"),
    route("details", "account/details.tsx"),
    route("name", "account/name-change.ts"),
    route("password", "account/password-change.ts"),
    route("deletion", "account/deletion.ts"),
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
    route("admin/products/:productId/visibility", "admin/product-visibility.ts"),
    route("admin/products/:productId/restoration", "admin/product-restoration.ts"),
    route("admin/products/:productId/ids/deletion", "admin/product-ids-deletion.ts"),
    route("admin/descriptions/preview/:productId?", "admin/description-preview.ts"),
    route("admin/products/:productId/ids.txt", "admin/product-ids-text.ts"),
    route("admin/samples/removal", "admin/samples-removal.ts"),
    route("admin/settings", "admin/settings.tsx"),
    route("admin/messages", "admin/messages.tsx"),
    route("admin/messages/:messageId/handling", "admin/messages-handling.ts"),
    route("admin/messages/:messageId/deletion", "admin/messages-deletion.ts"),
    route("admin/customers", "admin/customers.tsx"),
    route("admin/customers/:userId/disabling", "admin/customer-disabling.ts"),
    route("admin/customers/:userId/enabling", "admin/customer-enabling.ts"),
    route("admin/customers/:userId/promotion", "admin/customer-promotion.ts"),
    route("admin/customers/:userId/demotion", "admin/customer-demotion.ts"),
    route("admin/activity", "admin/activity.tsx"),
    route("admin/orders/approvals", "admin/request-approvals.ts"),
    route("admin/orders/:requestCode", "admin/order.tsx"),
    route("admin/orders/:requestCode/payment", "admin/order-payment.ts"),
    route("admin/orders/:requestCode/replacement", "admin/order-replacement.ts"),
    route("admin/orders/:requestCode/private-link", "admin/order-private-link.ts"),
    route("admin/orders/:requestCode/approval", "admin/request-approval.ts"),
    route("admin/orders/:requestCode/rejection", "admin/request-rejection.ts"),
    route("admin/orders/:requestCode/proof-check", "admin/proof-check.ts"),
    route("admin/orders/:requestCode/proof", "admin/proof-picture.ts"),
  ]),
  route("setup/:token", "setup.tsx"),

  route("sitemap.xml", "storefront/sitemap.ts"),
  route("robots.txt", "storefront/robots.ts"),
  route("manifest.webmanifest", "storefront/manifest.ts"),
  route("*", "storefront/not-found.tsx"),
] satisfies RouteConfig;
