import { permissions } from "#tests/doors/permissions.ts";
import { SEALED_ID } from "./sizes-seed.ts";

/** Who asks: nobody in particular, the customer who has each hundredth order, or an admin. */
export type Who = "guest" | "buyer" | "admin";

/** What of a shop requests are about. */
export type Place = Record<string, string>;

/** One request, told by a name; a deed makes its own request each time. */
export type Asked = { name: string; who: Who; path: string };

/** Answered with a picture that there is not, or with events that never end; or what every visitor gets alike, from memory. */
const leftOut = /\/events$|\/product-images\/|\/key\/|GET \/\*/;
/** What an address has to be about: `:requestCode`, and not `:productId?`, which may be missing. */
const PARAMETER = /:(\w+)(?!\w|\?)/g;

/** Every page and every call that reads about something that the shops have, as the application's table of who may do what names them, asked by whom it is for. */
export function everyRead(place: Place): Asked[] {
  return Object.entries(permissions).flatMap(([call, { answers }]) => {
    const [method, pattern = ""] = call.split(" ");
    if (method !== "GET" || leftOut.test(pattern) || leftOut.test(call)) return [];
    if ([...pattern.matchAll(PARAMETER)].some(([, name = ""]) => !place[name])) return [];
    const [guest, , buyer, , , admin] = answers;
    const who = guest === 200 ? "guest" : buyer === 200 ? "buyer" : admin === 200 ? "admin" : null;
    if (who === null) return [];
    return [{ name: pattern, who, path: pattern.replace(/:(\w+)\??/g, (_, name: string) => encodeURIComponent(place[name] ?? "")) }];
  });
}

/** Each tab, list and search of the shop, at its beginning, deep within, found, found often and found nowhere. */
export function everyList({ productId = "", deepProduct = "", requestCode = "", userId = "", deepMs = "", deepName = "" }: Place): Asked[] {
  const deep = `after=${encodeURIComponent(`${deepMs}.0`)}`;
  const guest = (path: string): Asked => ({ name: path, who: "guest", path });
  const queue = "/admin/dashboard?tab=requests";
  const handled = "/admin/dashboard?tab=approved-requests";
  const part = requestCode.slice(6, -1);
  const named = (path: string, what: string, who: Who = "admin"): Asked => ({ name: what, who, path });
  return [
    ...["", "?page=3"].map((query) => guest(`/products${query}`)),
    named("/products?page=1000000", "/products, last page", "guest"),
    named(`/products?q=${encodeURIComponent("account, kind")}`, "/products, search that finds all", "guest"),
    named(`/products?q=${encodeURIComponent(deepName)}`, "/products, search for one", "guest"),
    named("/products?q=7z", "/products, search for two signs that finds nothing", "guest"),
    named("/products?q=nosuchword", "/products, search that finds nothing", "guest"),
    named("/api/products", "/api/products, first page", "guest"),

    named(`${queue}`, "queue"),
    named(`${queue}&${deep}`, "queue, deep"),
    named(`${queue}&search=nosuchword`, "queue, search that finds nothing"),
    named(`${queue}&search=zz`, "queue, search for two signs that finds nothing"),
    named(`${queue}&search=${encodeURIComponent(part)}`, "queue, search for a part of a code"),
    named(`${queue}&search=account`, "queue, search that finds all"),
    named(`${queue}&search=${requestCode}`, "queue, search for a code"),
    ...["", "approved", "rejected", "cancelled", "all"].flatMap((status) => [
      named(`${handled}&status=${status}`, `processed, ${status || "approved and rejected"}`),
      named(`${handled}&status=${status}&${deep}`, `processed, ${status || "approved and rejected"}, deep`),
      named(`${handled}&status=${status}&paid=true`, `processed, ${status || "approved and rejected"}, paid`),
      named(`${handled}&status=${status}&paid=false`, `processed, ${status || "approved and rejected"}, unpaid`),
    ]),
    named(`${handled}&from=2026-01-01&to=2026-02-01`, "processed, of a month"),
    named(`${handled}&search=nosuchword`, "processed, search that finds nothing"),
    named(`${handled}&search=zz`, "processed, search for two signs that finds nothing"),
    named(`${handled}&search=${encodeURIComponent(part)}`, "processed, search for a part of a code"),
    named(`${handled}&search=${encodeURIComponent(deepName)}`, "processed, search for one product"),
    named(`${handled}&search=${encodeURIComponent("account, kind 77")}`, "processed, search that finds each hundredth"),
    named(`${handled}&search=account`, "processed, search that finds all"),
    named(`${handled}&search=${userId}`, "processed, search for a user id"),
    named(`${handled}&status=all&search=nosuchword`, "processed, all, search that finds nothing"),
    named(`/api/admin/orders?status=handled&search=nosuchword`, "/api/admin/orders, search that finds nothing"),
    named(`/api/admin/orders?status=handled&${deep}`, "/api/admin/orders, deep"),

    named("/admin/dashboard?tab=products", "inventory"),
    named("/admin/dashboard?tab=products&page=1000000", "inventory, last page"),
    named("/admin/dashboard?tab=products&search=nosuchword", "inventory, search that finds nothing"),
    named("/admin/dashboard?tab=products&search=7z", "inventory, search for two signs that finds nothing"),
    named(`/admin/dashboard?tab=products&search=${encodeURIComponent(deepName)}`, "inventory, search for one"),
    named("/admin/dashboard?tab=edit-product", "choose a product to edit"),
    named("/admin/dashboard?tab=add-product", "add product"),
    ...["available", "reserved", "delivered", "set-aside"].map((state) =>
      named(`/admin/dashboard/product-ids/${productId}?state=${state}`, `IDs, ${state}`),
    ),
    named(`/admin/dashboard/product-ids/${productId}?after=5000`, "IDs, deep"),
    named(`/admin/dashboard/product-ids/${productId}?search=${SEALED_ID}`, "IDs, search for one"),
    named(`/admin/dashboard/product-ids/${productId}?search=nosuchid`, "IDs, search that finds nothing, first part"),
    named(`/admin/dashboard/product-ids/${deepProduct}`, "IDs of a small product"),

    named("/admin/customers", "customers"),
    named(`/admin/customers?${deep}`, "customers, deep"),
    named("/admin/customers?search=buyer77%40", "customers, search for one"),
    named("/admin/customers?search=buyer7", "customers, search that finds each ninth"),
    named("/admin/customers?search=example", "customers, search that finds all"),
    named("/admin/customers?search=nosuchword", "customers, search that finds nothing"),
    named("/admin/customers?search=zz", "customers, search for two signs that finds nothing"),
    ...["", "sent", "kept", "waiting", "failed"].map((state) => named(`/admin/letters?state=${state}`, `letters, ${state || "all"}`)),
    named(`/admin/letters?${deep}`, "letters, deep"),
    ...["open", "handled", "all"].map((state) => named(`/admin/messages?show=${state}`, `messages, ${state}`)),
    named("/admin/activity", "activity"),
    named(`/admin/activity?${deep}`, "activity, deep"),
    named("/admin/activity?kind=product", "activity, of products"),
    named("/admin/activity?admin=admin-1", "activity, of one admin"),
    named(`/admin/activity?search=${encodeURIComponent(part)}`, "activity, search for a part of a code"),
    named("/admin/activity?search=nosuchword", "activity, search that finds nothing"),
    named("/admin/activity?search=zz", "activity, search for two signs that finds nothing"),
    ...["", "pending", "approved", "cancelled"].map((status) =>
      named(`/account?status=${status}`, `own orders, ${status || "all"}`, "buyer"),
    ),
    named(`/account?${deep}`, "own orders, deep", "buyer"),
  ];
}
