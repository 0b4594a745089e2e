import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import type { Services } from "#platform/provides.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { readInstructions } from "#shop/catalogue/instructions/change-instructions.server.ts";
import { AddIdsForm, ProductForm } from "#shop/catalogue/product-form.ts";
import { imageFromAddress } from "#shop/catalogue/product-image.ts";
import { parsed } from "#shop/parse.ts";
import { type Result, refused, textOf } from "#shop/refusal.ts";
import { type AddedIds, addIds } from "#shop/stock/ids/add-ids.server.ts";
import { listProductIds } from "#shop/stock/ids/reading/product-ids.server.ts";
import { previewIds } from "#shop/stock/imports/check-ids.server.ts";
import { kindsIn } from "#shop/stock/imports/line-kinds.ts";
import { IdsFile, withFile } from "#shop/stock/parsing/ids-file.ts";
import { addProduct } from "#shop/stock/products/add-product.server.ts";
import { deleteProduct } from "#shop/stock/products/deletion/delete-product.server.ts";
import { editProduct } from "#shop/stock/products/edit-product.server.ts";
import { findProductInStore } from "#shop/stock/products/inventory.server.ts";
import { answers, refusals, say, takes } from "../answers.ts";
import type { ApiEnv } from "../api-env.ts";
import { failsWith } from "../failure.ts";
import { mediaTypeOf, readJson, readMultipart } from "../gates/read-body.ts";
import { adminsOr } from "../gates/security.ts";
import { ListCursor, ProductInPath } from "./parameters.ts";
import { LinesOfKindJson, linesOfKindJson } from "./present-draft.ts";
import {
  ProductIdJson,
  ProductInstructionsJson,
  ProductOnSaleJson,
  productIdJson,
  productInstructionsJson,
  productOnSaleJson,
} from "./present-product.ts";

const cleaned = z.object({ count: z.int(), first: z.array(z.object({ value: z.string(), removed: z.array(z.string()) })) });
/**
 * `linesLeftOut` is present if lines were skipped, by kind; `cleaned` if invisible characters were
 * removed: the number of lines, and the first of them as stored. [S3.9] [S5.11]
 */
const counts = { added: z.int(), skipped: z.int(), linesLeftOut: z.array(LinesOfKindJson).optional(), cleaned: cleaned.optional() };
const WrittenProductJson = ProductOnSaleJson.extend({ instructions: ProductInstructionsJson, ...counts }).openapi("WrittenProduct");

const PastedIdsForm = AddIdsForm.omit({ productId: true });
const AddedIdsForm = PastedIdsForm.extend(IdsFile.shape);

const adding = createRoute({
  method: "post",
  path: "/api/admin/products",
  security: adminsOr("manage-stock"),
  summary: "Add a product with its first IDs",
  middleware: failsWith("failedToAddProduct", { msg: textOf("shopUnavailable") }),
  request: { body: takes(ProductForm) },
  responses: { 201: answers("The product, and how many IDs are new.", WrittenProductJson), ...refusals },
});

const editing = createRoute({
  method: "put",
  path: "/api/admin/products/{id}",
  security: adminsOr("manage-stock"),
  summary: "Change a product, and add IDs to it",
  middleware: failsWith("failedToUpdateProduct", { msg: textOf("shopUnavailable") }),
  request: { params: ProductInPath, body: takes(ProductForm) },
  responses: { 200: answers("The product, and how many IDs are new.", WrittenProductJson), ...refusals },
});

const checking = createRoute({
  method: "post",
  path: "/api/admin/id-check",
  security: adminsOr("manage-stock"),
  summary: "Check IDs without adding them",
  middleware: failsWith("failedToProcessRequest"),
  request: { body: takes(AddIdsForm) },
  responses: {
    200: answers("The lines by kind: what would be added, and what is left out.", z.object({ lines: z.array(LinesOfKindJson) })),
    ...refusals,
  },
});

const deleting = createRoute({
  method: "delete",
  path: "/api/admin/products/{id}",
  security: adminsOr("manage-stock"),
  summary: "Delete a product without pending orders",
  middleware: failsWith("failedToDeleteProduct"),
  request: { params: ProductInPath },
  responses: { 200: answers("It is gone.", z.object({ id: z.string() })), ...refusals },
});

const ids = createRoute({
  method: "get",
  path: "/api/admin/products/{id}/ids",
  security: adminsOr("manage-stock"),
  summary: "The IDs of a product with their states",
  middleware: failsWith("failedToLoadProductIds"),
  request: { params: ProductInPath, query: ListCursor },
  responses: { 200: answers("A page of IDs.", z.object({ ids: z.array(ProductIdJson), next: z.string().nullable() })), ...refusals },
});

const addingIds = createRoute({
  method: "post",
  path: "/api/admin/products/{id}/ids",
  security: adminsOr("manage-stock"),
  summary: "Add IDs to a product",
  middleware: failsWith("failedToUpdateProduct", { msg: textOf("shopUnavailable") }),
  request: { params: ProductInPath, body: takes(AddedIdsForm, "application/json", "multipart/form-data") },
  responses: { 200: answers("How many are new, and how many the product had.", z.object(counts)), ...refusals },
});

/**
 * The admin calls on products and their IDs; `adminsAlone` runs before them. [S2.33] [S2.34]
 * [S2.35] [S5.8] [S6.3]
 */
export function addAdminProductCalls(api: OpenAPIHono<ApiEnv>): void {
  api.openapi(adding, async (c) => {
    const { services, visitor, origin } = c.var;
    const form = await readJson(c.req.raw, ProductForm);
    if (!form.ok) return say(c, form);
    const written = await addProduct(services, visitor, atHome(form.value, origin), null, "api");
    if (!written.ok) return say(c, written);

    const { id, ...added } = written.value;
    const product = await findWritten(services, visitor, id, origin);
    return product ? c.json({ ...product, ...countsJson(added) }, 201) : say(c, refused("productNotFound"));
  });

  api.openapi(editing, async (c) => {
    const { services, visitor, origin } = c.var;
    const { id } = c.req.valid("param");
    const form = await readJson(c.req.raw, ProductForm);
    if (!form.ok) return say(c, form);
    const written = await editProduct(services, visitor, id, atHome(form.value, origin), null, null, "api");
    if (!written.ok) return say(c, written);

    const product = await findWritten(services, visitor, id, origin);
    return product ? c.json({ ...product, ...countsJson(written.value) }, 200) : say(c, refused("productNotFound"));
  });

  api.openapi(checking, async (c) => {
    const form = await readJson(c.req.raw, AddIdsForm);
    if (!form.ok) return say(c, form);
    const draft = await previewIds(c.var.services, c.var.visitor, form.value);
    return draft.ok ? c.json({ lines: kindsIn(draft.value).map(linesOfKindJson) }, 200) : say(c, draft);
  });

  api.openapi(deleting, async (c) => {
    const { id } = c.req.valid("param");
    const deleted = await deleteProduct(c.var.services, c.var.visitor, id);
    return deleted.ok ? c.json({ id }, 200) : say(c, deleted);
  });

  api.openapi(ids, async (c) => {
    const listed = await listProductIds(c.var.services, c.var.visitor, c.req.valid("param").id, c.req.valid("query"));
    if (!listed.ok) return say(c, listed);

    const { rows, next } = listed.value.page;
    return c.json({ ids: rows.map(productIdJson), next }, 200);
  });

  api.openapi(addingIds, async (c) => {
    const form = await readAddedIds(c.req.raw);
    if (!form.ok) return say(c, form);
    const added = await addIds(c.var.services, c.var.visitor, { ...form.value, productId: c.req.valid("param").id }, undefined, "api");
    return added.ok ? c.json(countsJson(added.value), 200) : say(c, added);
  });
}

function countsJson({ linesLeftOut, ...counted }: AddedIds) {
  return { ...counted, ...(linesLeftOut && { linesLeftOut: linesLeftOut.map(linesOfKindJson) }) };
}

/** A product that was just written, with its instructions. */
async function findWritten(services: Pick<Services, "db">, visitor: Visitor, id: string, origin: string) {
  const [product, told] = await Promise.all([findProductInStore(services, visitor, id), readInstructions(services, visitor, id)]);
  return product && { ...productOnSaleJson(product, origin), instructions: productInstructionsJson(told?.saved ?? []) };
}

/** Reads IDs to add: JSON with a list or a text, or a multipart form, which may contain a file. */
async function readAddedIds(request: Request): Promise<Result<z.output<typeof PastedIdsForm>>> {
  if (mediaTypeOf(request) !== "multipart/form-data") return readJson(request, PastedIdsForm);
  const fields = await readMultipart(request);
  const form = fields.ok ? parsed(AddedIdsForm, fields.value) : fields;
  return form.ok ? withFile(form.value) : form;
}

/** A client sends the image back as it read it, as an absolute URL at our origin. */
function atHome(form: ProductForm, origin: string): ProductForm {
  return { ...form, image: imageFromAddress(form.image, origin) };
}
