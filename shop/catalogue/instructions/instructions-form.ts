import { z } from "zod";
import { languageCode } from "#shop/translations-form.ts";
import { DESCRIPTION_MAX_LENGTH } from "../constants.ts";

const html = z.string().max(DESCRIPTION_MAX_LENGTH);

/** A product's instructions in one language; empty removes them. [S10.15] */
export const InstructionsForm = z.object({ html });
export type InstructionsForm = z.output<typeof InstructionsForm>;

/**
 * Instructions as a program sends them with a product: by language, or one text in the product's
 * own. A language that is missing stays unchanged. [S10.15]
 */
export const GivenInstructions = z.union([html, z.record(languageCode, html)]);
export type GivenInstructions = z.output<typeof GivenInstructions>;
