import { expect, test } from "vitest";
import type { HandledOrder } from "#shop/orders/reading/handled-orders.server.ts";
import type { ProductInStore } from "#shop/stock/products/inventory.ts";
import { linksOf, tagsWith, wordsOf, written } from "#tests/support/web/render.tsx";
import AdminArea from "#web/admin/frame/area.tsx";
import ProcessedOrders from "#web/admin/orders/processed/processed-orders.tsx";
import AddProduct from "#web/admin/products/editing/add-product.tsx";
import EditProductPage from "#web/admin/products/editing/edit-product.tsx";
import { InventoryRow } from "#web/admin/products/inventory/inventory-row.tsx";

const at = new Date("2026-11-21T12:00:00Z");
const product: ProductInStore = {
  id: "a/b",
  name: "Family account",
  pricePaise: 1_00_000_00,
  description: "<p>Six <b>travellers</b></p>",
  language: "en",
  translations: { hi: { name: "फ़ैमिली अकाउंट" } },
  image: "https://pictures.example/1.png",
  isSample: false,
  isHidden: false,
  idPattern: "",
  idExample: "",
  createdAt: at,
  updatedAt: at,
  claimHours: null,
  available: 3,
  delivery: "instant",
};

const area = (isOpen: boolean, path = "/admin/orders") =>
  written(<AdminArea {...({ loaderData: { isOpen, providerWarnings: [] } } as Parameters<typeof AdminArea>[0])} />, { path });

test("who has first to set up the second factor finds no navigation, but the ways out", () => {
  expect(linksOf(area(false)).map(([, to]) => to)).toEqual(["/"]);
  expect(area(false)).toContain('action="/logout"');
});

test("[S2.23] [S12.2] the admin's navigation: Today, Approved Requests, Pending Requests, Product Inventory, Add Product, Logout", () => {
  const html = area(true);
  const [tabs = ""] = /<nav aria-label="Admin"[\s\S]*?<\/nav>/.exec(html) ?? [];
  expect(linksOf(tabs.replaceAll(/<span class="md:hidden">.*?<\/span>/g, ""))).toEqual([
    ["Today", "/admin"],
    ["Approved Requests", "/admin/orders/processed"],
    ["Pending Requests", "/admin/orders"],
    ["Product Inventory", "/admin/products"],
    ["Add Product", "/admin/products/new"],
  ]);
  expect(tagsWith(tabs, 'aria-current="page"')).toEqual([expect.stringContaining('href="/admin/orders"')]);
  const [logout = ""] = html.match(/<form[^>]*action="\/logout"[\s\S]*?<\/form>/) ?? [];
  expect(wordsOf(logout)).toContain("Logout");
});

test("[S2.23] a page that belongs to no place marks none as the current one", () => {
  for (const path of ["/admin/search", "/admin/orders/REQ-A", "/admin/restored", "/admin/restored/withdrawal"]) {
    const [tabs = ""] = /<nav aria-label="Admin"[\s\S]*?<\/nav>/.exec(area(true, path)) ?? [];
    expect(linksOf(tabs), path).not.toEqual([]);
    expect(tagsWith(tabs, 'aria-current="page"'), path).toEqual([]);
  }
});

test("[S2.33] [S17.7] a row of the inventory has name, price and stock with how long it lasts and its cost, and leads to View IDs, Edit and Delete, which asks first", () => {
  const html = written(
    <table>
      <tbody>
        <InventoryRow
          product={{ ...product, waiting: 2, freeCost: { known: 2, paise: 25_050 } }}
          label={product.name}
          daysLeft={1}
          currency="$"
        />
      </tbody>
    </table>,
  );
  for (const text of ["Family account", "$1,00,000.00", "3 left", "Lasts about 1 day", "Cost $250.50; of 1 ID unknown", "2 people wait"])
    expect(wordsOf(html).replaceAll("|", "")).toContain(text);
  expect(linksOf(html)).toEqual([
    ["Family account", "/admin/products/a%2Fb/edit"],
    ["Add IDs  to Family account", "/admin/add-ids?product=a%2Fb"],
    ["View IDs  of Family account", "/admin/products/a%2Fb/ids"],
    ["Edit  Family account", "/admin/products/a%2Fb/edit"],
  ]);
  const [dialog = ""] = /<dialog[\s\S]*<\/dialog>/.exec(html) ?? [];
  expect(wordsOf(dialog).replaceAll("|", "")).toContain("Delete “Family account” and its 3 IDs?");
  expect(tagsWith(dialog, "<form", 'action="/admin/products/a%2Fb/deletion"')).toHaveLength(1);
  expect(html.replace(dialog, "")).not.toContain("/deletion");
});

test("[S2.34] [S5.8] the form of a new product: name and price required, the price a text that no wheel changes, image a link, IDs required", () => {
  const html = written(<AddProduct loaderData={{ currency: "₹", language: "en" }} />);
  const field = (name: string) => tagsWith(html, `name="${name}"`)[0] ?? "";
  expect(field("name")).toContain("required");
  expect(field("translations.hi.name")).not.toContain("required");
  expect(field("translations.hi.name")).toContain('lang="hi-IN"');
  for (const part of ['inputMode="decimal"', "required"]) expect(field("price")).toContain(part);
  expect(html).not.toContain('type="number"');
  expect(field("image")).toContain('type="url"');
  expect(field("image")).not.toContain("required");
  expect(field("ids")).toMatch(/^<textarea .*required/);
});

test("[S2.34] the form of a product shows its old IDs to be read alone, and an empty field for new ones", () => {
  const rows = [
    { unitId: 1, value: "OLD-1", state: "available" as const, requestCode: null },
    { unitId: 2, value: "OLD-2", state: "delivered" as const, requestCode: "REQ-1" },
  ];
  const html = written(<EditProductPage loaderData={{ product, ids: { rows, next: null, available: 1, search: null }, currency: "₹" }} />, {
    path: "/admin/products/p/edit",
  });
  const [old = ""] = /<ul[^>]*aria-labelledby="old-ids"[\s\S]*?<\/ul>/.exec(html) ?? [];
  expect(wordsOf(old)).toMatch(/OLD-1.*OLD-2.*Delivered/);
  expect(tagsWith(old, "<input").concat(tagsWith(old, "<textarea"))).toEqual([]);
  expect(html.match(/<textarea[^>]*name="ids"[^>]*>([^<]*)</)?.[1]).toBe("");
  expect(tagsWith(html, 'name="ids"')[0]).not.toContain("required");
  expect(tagsWith(html, 'name="name"')[0]).toContain('value="Family account"');
  expect(tagsWith(html, 'name="price"')[0]).toContain('value="100000.00"');
});

test("[S2.32] a processed request shows its status in a word, when it was processed, its code and its amount", () => {
  const handled: HandledOrder = {
    id: "0123456789abcdef",
    requestCode: "REQ-APPROVED",
    productName: "Family account",
    nameLanguage: "en",
    quantity: 2,
    totalPaise: 50_250,
    status: "approved",
    paymentMethod: "request",
    paidAt: null,
    handledAt: at,
  };
  const orders = [handled, { ...handled, id: "1", requestCode: "REQ-REJECTED", status: "rejected" as const, reason: "Not paid" }];
  const address = { search: "", status: "processed", from: null, to: null, paid: null, after: null } as const;
  const html = written(<ProcessedOrders loaderData={{ page: { rows: orders, next: null, address }, currency: "₹" }} />);
  const [approved = "", rejected = ""] = html.split("<tbody")[1]?.split("</tr>") ?? [];
  for (const [row, word, code] of [
    [approved, "Approved", "REQ-APPROVED"],
    [rejected, "Rejected", "REQ-REJECTED"],
  ] as const) {
    for (const text of [word, code, "₹502.50", "21 Nov 2026, 5:30 pm IST"]) expect(wordsOf(row)).toContain(text);
  }
  expect(wordsOf(rejected)).toContain("Not paid");
});
