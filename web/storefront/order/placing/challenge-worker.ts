import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2";
import { handler } from "altcha-lib/workers/shared";

/** Solves a challenge in a web worker, so that the page stays responsive. */
handler({ deriveKey });
