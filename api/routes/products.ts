import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { catalogueJson } from "#shop/catalogue/product-json.ts";
import { PAGE_SIZE } from "#shop/constants.ts";
import { refused } from "#shop/refusal.ts";
import { findProductOnSale, listProductsBeyond, listProductsOnSale, readStock } from "#shop/stock/products/products-on-sale.server.ts";
import { answers, refusals, say } from "../answers.ts";
import type { ApiEnv } from "../api-env.ts";
import { failsWith } from "../failure.ts";
import { anybodyOr } from "../gates/security.ts";
import { ListCursor, ProductInPath, StockInPath } from "./parameters.ts";
import { CatalogueProductJson, ProductOnSaleJson, productOnSaleJson } from "./present-product.ts";

const catalogue = createRoute({
  method: "get",
  path: "/products_database/products.json",
  security: anybodyOr("read-catalogue"),
  summary: "All products, keyed by id",
  middleware: failsWith("networkNotOk"),
  responses: { 200: answers("The catalogue.", z.record(z.string(), CatalogueProductJson)), ...refusals },
});

const stock = createRoute({
  method: "get",
  path: "/api/get-stock/{productId}",
  security: anybodyOr("read-catalogue"),
  summary: "How many IDs of a product are in stock",
  middleware: failsWith("failedToFetchStock"),
  request: { params: StockInPath },
  responses: { 200: answers("The stock.", z.object({ availableStock: z.int() })), ...refusals },
});

const list = createRoute({
  method: "get",
  path: "/api/products",
  security: anybodyOr("read-catalogue"),
  summary: "The products with their stock, oldest first",
  middleware: failsWith("networkNotOk"),
  request: { query: ListCursor },
  responses: {
    200: answers(
      `A page of at most ${PAGE_SIZE} products.`,
      z.object({ products: z.array(ProductOnSaleJson), next: z.string().nullable() }),
    ),
    ...refusals,
  },
});

const one = createRoute({
  method: "get",
  path: "/api/products/{id}",
  security: anybodyOr("read-catalogue"),
  summary: "One product with its stock",
  middleware: failsWith("networkNotOk"),
  request: { params: ProductInPath },
  responses: { 200: answers("The product.", ProductOnSaleJson), ...refusals },
});

/** The public calls that read the catalogue and the stock. [S7.1] [S7.2] */
export function addProductCalls(api: OpenAPIHono<ApiEnv>): void {
  api.openapi(catalogue, async (c) => c.json(catalogueJson(await listProductsOnSale(c.var.services), c.var.origin), 200));

  api.openapi(stock, async (c) => {
    const availableStock = await readStock(c.var.services, c.req.valid("param").productId);
    return availableStock === null ? say(c, refused("productNotFound")) : c.json({ availableStock }, 200);
  });

  api.openapi(list, async (c) => {
    const { rows, next } = await listProductsBeyond(c.var.services, c.req.valid("query").after ?? null);
    return c.json({ products: rows.map((product) => productOnSaleJson(product, c.var.origin)), next }, 200);
  });

  api.openapi(one, async (c) => {
    const product = await findProductOnSale(c.var.services, c.req.valid("param").id);
    return product ? c.json(productOnSaleJson(product, c.var.origin), 200) : say(c, refused("productNotFound"));
  });
}
