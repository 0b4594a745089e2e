import { data } from "react-router";
import type { Result } from "#shop/refusal.ts";
import type { AddedIds } from "#shop/stock/add-ids.server.ts";
import type { Unreached } from "#web/parts/or-unreached.ts";
import { type Failure, type Said, say } from "#web/say.ts";

/** What had been typed when the shop said no; a page without script shows it again. */
export type TypedProduct = Record<"name" | "price" | "description" | "image" | "keptImage" | "ids" | "productId", string>;

/** What comes back of a mutation of products: in words, and with what was typed where it was refused. */
export type ProductAnswer = (Said<Partial<AddedIds> | null> | Unreached) & { typed?: TypedProduct };

/** Reads back what was typed, as text. Give it a clone of the request. */
export async function typedProduct(request: Request): Promise<TypedProduct> {
  const form = await request.formData().catch(() => new FormData());
  const text = (name: keyof TypedProduct) => form.getAll(name).map(String).join("\n");
  return {
    name: text("name"),
    price: text("price"),
    description: text("description"),
    image: text("image"),
    keptImage: text("keptImage"),
    ids: text("ids"),
    productId: text("productId"),
  };
}

/** Answers a mutation; what was typed goes back with a no. */
export function sayAbout(result: Result<Partial<AddedIds> | null> | Failure, done: string, typed?: TypedProduct) {
  const said = say(result, done);
  return data<ProductAnswer>(said.data.ok ? said.data : { ...said.data, typed }, said.init ?? undefined);
}
