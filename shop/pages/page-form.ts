import { z } from "zod";
import { ticked } from "../form-fields.ts";
import { PAGE_HTML_MAX_LENGTH, PAGE_TITLE_MAX_LENGTH } from "./constants.ts";

/** A page's text in one language, and whether visitors see it. [S10.14] */
export const PageForm = z.object({
  title: z.string().trim().min(1, "pageTitleRequired").max(PAGE_TITLE_MAX_LENGTH),
  html: z.string().max(PAGE_HTML_MAX_LENGTH),
  isPublished: ticked,
});
export type PageForm = z.output<typeof PageForm>;
