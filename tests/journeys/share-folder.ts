import { shareFolder } from "../support/processes/settled-folder.ts";
import { makeNeighbourhood } from "./neighbours.ts";

/**
 * Opens the folder that the workers of a run share, with the data of a shop that has neighbours;
 * Playwright calls the result at the end.
 */
export default async function prepare(): Promise<() => Promise<void>> {
  const close = await shareFolder();
  await makeNeighbourhood().catch(async (cause) => {
    await close();
    throw cause;
  });
  return close;
}
