import { z } from "zod";

const wholeNumber = z.coerce.number("invalidInput").int("invalidInput").min(0, "invalidInput");

/**
 * Which free IDs of a product to delete: the `chosen` units, or all that are `matching` a search,
 * with the number that the admin was shown. [S2.35]
 */
export const DeleteIdsForm = z.object({
  which: z.enum(["chosen", "matching"], "invalidInput"),
  unitId: z.array(wholeNumber).default([]),
  search: z.string().max(200).default(""),
  expected: wholeNumber.default(0),
});
export type DeleteIdsForm = z.output<typeof DeleteIdsForm>;
