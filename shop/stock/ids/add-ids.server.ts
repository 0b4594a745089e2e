import type { Services } from "#platform/provides.ts";
import type { Asker } from "#shop/asker.ts";
import type { AddIdsForm } from "#shop/catalogue/product-form.ts";
import { IDS_AT_ONCE } from "#shop/constants.ts";
import { about, granted, type Result, refused } from "#shop/refusal.ts";
import { addInSteps, type TellProgress } from "./add-in-steps.server.ts";
import { objectionToValues } from "./add-units.server.ts";
import type { BatchWay } from "./batch.ts";
import { readIdList } from "./id-list.ts";
import { aNewBatch } from "./open-batch.server.ts";

/** How many IDs are new, and how many lines were not: known already, or there twice. [S5.11] */
export type AddedIds = { added: number; skipped: number };

/**
 * Adds pasted IDs to a product. Refuses when product or IDs are missing, and a value that another product has. Many are added in steps, once it is
 * known that no other product has one of them. What is new is one import. For admins. [S2.25] [S5.7] [S5.11]
 */
export async function addIds(
  services: Pick<Services, "db" | "vault" | "now">,
  asker: Asker,
  form: AddIdsForm,
  tell?: TellProgress,
  way: BatchWay = "page",
): Promise<Result<AddedIds>> {
  if (asker.kind !== "admin") return refused("adminsOnly");
  const list = readIdList(form.ids);
  if (!list.ok) return about(list, "ids");
  const { values, repeated } = list.value;
  if (form.productId === "" || values.length === 0) return refused("selectProductAndPasteIds");

  const beforehand = values.length > IDS_AT_ONCE ? await objectionToValues(services, form.productId, values) : granted(null);
  if (!beforehand.ok) return about(beforehand, "ids");
  const batch = aNewBatch(asker, way, values.length <= IDS_AT_ONCE);
  const units = await addInSteps(services, asker, form.productId, values, batch, tell);
  if (!units.ok) return units.code === "productNotFound" ? about(units, "productId") : units;
  return granted({ added: units.value.added, skipped: units.value.skipped + repeated });
}
