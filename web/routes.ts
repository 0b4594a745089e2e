import { index, type RouteConfig } from "@react-router/dev/routes";

/**
 * The table of contents of the shop window.
 *
 * A page is a route module with `loader` and a default component. A mutation is a route with its own address, named by a noun
 * (`/admin/orders/:requestCode/approval`): its module exports `action`, and re-exports `loader` and `default` of the page it belongs to, so that
 * a plain form post without script that is refused shows that page again with what was typed (`useActionData`).
 */
export default [index("storefront/home.tsx")] satisfies RouteConfig;
