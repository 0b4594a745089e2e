import { z } from "zod";

/** The version of the folder's format. */
export const exportFormat = 2;
/**
 * The file that describes the export. It is written last, so its presence means that the export is
 * complete.
 */
export const exportAbout = "export.json";
/** The subfolder of pictures, stored under the keys that rows refer to. */
export const exportFiles = "files";

/** The content of `export.json`. */
export const ExportAbout = z.object({
  format: z.literal(exportFormat),
  madeAt: z.iso.datetime(),
  /** Rows per table. */
  rows: z.record(z.string(), z.int().min(0)),
  files: z.int().min(0),
  /** Pictures that rows refer to but that could not be read. */
  missingFiles: z.array(z.string()),
});
export type ExportAbout = z.infer<typeof ExportAbout>;
