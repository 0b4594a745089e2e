import { shareFolder } from "../support/processes/settled-folder.ts";

/** Opens the folder that the workers of a run share; Playwright calls the result at the end. */
export default shareFolder;
