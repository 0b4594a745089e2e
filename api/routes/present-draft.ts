import { z } from "@hono/zod-openapi";
import { type LineSort, type LinesOfKind, lineSorts } from "#shop/stock/imports/line-kinds.ts";

/** The name of each kind of line in the API. */
const names = {
  new: "new",
  removed: "removed",
  odd: "odd",
  unlike: "unlike",
  repeated: "repeated",
  alike: "alike",
  known: "known",
  inStock: "in_stock",
  elsewhere: "elsewhere",
  handedOver: "handed_over",
  tooLong: "too_long",
} as const satisfies Record<LineSort, string>;

const lineJson = z.object({
  line: z.int().openapi({ description: "Its number in the text, the list or the file, from 1." }),
  isOfFile: z.boolean(),
  value: z.string().openapi({ description: "The ID as it would be stored." }),
  removed: z.array(z.string()).optional().openapi({ description: "Invisible characters that were removed, such as `U+200B`." }),
  alike: z.string().optional().openapi({ description: "The other spelling of the same ID." }),
});

/** The lines of one kind in a checked draft: how many, and the first of them. [S5.11] */
export const LinesOfKindJson = z
  .object({
    kind: z.enum(lineSorts.map((sort) => names[sort]) as [string, ...string[]]).openapi({
      description:
        "`new`, `removed`, `odd` and `unlike` can be added: never here, removed earlier, with look-alike characters, not like the pattern. Without the scope `see-ids`, `known` stands for `alike`, `in_stock`, `elsewhere` and `handed_over`.",
    }),
    count: z.int(),
    first: z.array(lineJson),
  })
  .openapi("LinesOfKind");

/** Presents the kinds of a draft. */
export function linesOfKindJson({ sort, count, first }: LinesOfKind) {
  return { kind: names[sort], count, first: first.map(({ sort: _, ...line }) => line) };
}
