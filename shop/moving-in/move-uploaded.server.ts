import type { Services } from "#platform/provides.ts";
import type { AskingAdmin } from "#shop/asker.ts";
import { ExportProblem } from "./export-problem.ts";
import { moveIn } from "./move-in.server.ts";
import type { MovingNeeds, MovingSources } from "./moving.server.ts";
import { removeUploads } from "./uploads.server.ts";

/** A preview or an import of uploaded files, as the process is told that does it: plain values alone. */
export type MovingOrder = { sources: MovingSources; by: AskingAdmin; isPreview: boolean; runId: string };

/** Previews uploaded files, or brings them in and removes them. A problem with the files, and that it was stopped, stands in the run; everything else is thrown. */
export async function moveUploaded(
  services: MovingNeeds & Pick<Services, "uploadsDir">,
  { sources, by, isPreview, runId }: MovingOrder,
): Promise<void> {
  try {
    await moveIn(services, sources, { by, isPreview, runId });
    if (!isPreview) await removeUploads(services);
  } catch (error) {
    if (!(error instanceof ExportProblem)) throw error;
  }
}
