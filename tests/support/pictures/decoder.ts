import { openLog } from "#platform/log.server.ts";
import { openPictures } from "#platform/pictures/open-pictures.server.ts";
import { decoderLimits, decoderProgram } from "#server/processes/decoder-program.ts";

/** A decoder without a shop; a test can change its limits. */
export function openTestDecoder(limits: Partial<typeof decoderLimits> = {}) {
  return openPictures(decoderProgram(), { ...decoderLimits, ...limits }, openLog("silent"));
}
