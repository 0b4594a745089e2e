import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2";
import { handler } from "altcha-lib/workers/shared";

/** The worker that looks for the solution of a challenge, so that the page stays quick meanwhile. */
handler({ deriveKey });
