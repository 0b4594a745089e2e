import { z } from "zod";
import { isCleanHtml } from "#shop/catalogue/allowed-html.ts";
import { DESCRIPTION_MAX_LENGTH } from "#shop/catalogue/constants.ts";
import { isProductId } from "#shop/catalogue/product.ts";
import { language, text, time } from "./row-fields.ts";

const html = text(DESCRIPTION_MAX_LENGTH).min(1).refine(isCleanHtml, "holds HTML that no form accepts");

/** A row of `instructions.json`, by the rules of their form. [S10.15] */
export const InstructionsRow = z.object({ productId: z.string().refine(isProductId), language, html, updatedAt: time });

/** The instructions that an order kept, by language. [S10.15] */
export const keptInstructions = z.record(language, html).refine((kept) => Object.keys(kept).length > 0);
