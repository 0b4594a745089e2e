import { z } from "zod";
import { type Right, rightNames } from "#shop/rights.ts";

/** The rights of a person, at least one, each once, in display order. Refuses `rightsRequired`. [S13.1] */
export const chosenRights = z
  .array(z.enum(rightNames), { error: (issue) => (issue.input === undefined ? "rightsRequired" : undefined) })
  .min(1, "rightsRequired")
  .transform((chosen): Right[] => rightNames.filter((right) => chosen.includes(right)));
