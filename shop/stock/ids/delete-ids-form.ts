import { z } from "zod";

const wholeNumber = z.coerce.number("invalidInput").int("invalidInput").min(0, "invalidInput");

/**
 * Which available IDs of a product are to go: those `chosen`, by their unit numbers, or all that are `matching` a search, with how many the admin
 * was told they are. [S2.35]
 */
export const DeleteIdsForm = z.object({
  which: z.enum(["chosen", "matching"], "invalidInput"),
  unitId: z.array(wholeNumber).default([]),
  search: z.string().max(200).default(""),
  expected: wholeNumber.default(0),
});
export type DeleteIdsForm = z.output<typeof DeleteIdsForm>;
