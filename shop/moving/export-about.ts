import { z } from "zod";

/** The form of the folder that this version writes and takes in. */
export const exportFormat = 1;
/** The file that says what is in the folder; it is written last. */
export const exportAbout = "export.json";
/** Where in the folder the pictures lie, under the keys that rows name. */
export const exportFiles = "files";

/** What is in an export's folder. */
export const ExportAbout = z.object({
  format: z.literal(exportFormat),
  madeAt: z.iso.datetime(),
  /** How many rows each table has. */
  rows: z.record(z.string(), z.int().min(0)),
  files: z.int().min(0),
  /** Pictures that rows name and that could not be read. */
  missingFiles: z.array(z.string()),
});
export type ExportAbout = z.infer<typeof ExportAbout>;
