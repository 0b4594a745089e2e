import { data } from "react-router";
import type { z } from "zod";
import { previewDescription } from "#shop/catalogue/description.server.ts";
import { ProductForm } from "#shop/catalogue/product-form.ts";
import { ok } from "#shop/refusal.ts";
import { orNetworkError } from "#web/parts/forms/network-error.ts";
import { readForm } from "#web/read-form.ts";
import { type ProductAnswer, sayAbout, typedProduct } from "../product-answer.ts";
import type { Route } from "./+types/description-preview.ts";

export { default, loader, meta } from "./edit-product.tsx";

/**
 * Renders a description without saving it: POST /admin/products/:productId/description-preview, and
 * for a new product /admin/products/new/description-preview. With `?language=hi` it is the
 * translation into that language. [S2.34] [S11.2]
 */
export async function action({ request, context }: Pick<Route.ActionArgs, "request" | "context">) {
  const typed = await typedProduct(request.clone());
  const language = new URL(request.url).searchParams.get("language");
  const form = await readForm(ProductForm.pick({ description: true, translations: true }), request);
  const preview = form.ok ? previewDescription(descriptionIn(form.value, language)) : form;
  if (!preview.ok) return sayAbout(context, preview, null, typed);
  return data<ProductAnswer>({ ...ok(null), sentence: null, typed, preview: { ...preview.value, language } });
}

type Descriptions = Pick<z.output<typeof ProductForm>, "description" | "translations">;

function descriptionIn({ description, translations = {} }: Descriptions, language: string | null): string {
  return language === null ? description : (new Map(Object.entries(translations)).get(language)?.description ?? "");
}

export function clientAction({ serverAction }: Pick<Route.ClientActionArgs, "serverAction">) {
  return orNetworkError("networkNotOk", serverAction);
}
