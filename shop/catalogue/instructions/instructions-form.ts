import { z } from "zod";
import { DESCRIPTION_MAX_LENGTH } from "../constants.ts";

/** A product's instructions in one language; empty removes them. [S10.15] */
export const InstructionsForm = z.object({ html: z.string().max(DESCRIPTION_MAX_LENGTH) });
export type InstructionsForm = z.output<typeof InstructionsForm>;
