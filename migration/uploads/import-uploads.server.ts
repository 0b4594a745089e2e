import type { Services } from "#platform/provides.ts";
import type { ActingAdmin } from "#shop/actor.ts";
import { ExportProblem } from "../export-problem.ts";
import { migrateShop } from "../migrate-shop.server.ts";
import type { MigrationNeeds, MigrationSources } from "../migration.server.ts";
import { removeUploads } from "./uploads.server.ts";

/**
 * The parameters of a preview or an import of uploaded files, as plain values for a child process.
 */
export type MigrationOrder = { sources: MigrationSources; by: ActingAdmin; isPreview: boolean; runId: string };

/**
 * Previews uploaded files, or imports and deletes them. A problem with the files or a stop is
 * recorded in the run; any other error is thrown.
 */
export async function importUploads(
  services: MigrationNeeds & Pick<Services, "uploadsDir">,
  { sources, by, isPreview, runId }: MigrationOrder,
): Promise<void> {
  try {
    await migrateShop(services, sources, { by, isPreview, runId });
    if (!isPreview) await removeUploads(services);
  } catch (error) {
    if (!(error instanceof ExportProblem)) throw error;
  }
}
