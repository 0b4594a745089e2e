import { index, type RouteConfig, route } from "@react-router/dev/routes";

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
  route("account", "account/account.tsx", [route("details", "account/details.tsx")]),

  route("admin/login", "admin/login.tsx"),
  route("setup/:token", "setup.tsx"),

  route("*", "storefront/not-found.tsx"),
] satisfies RouteConfig;
