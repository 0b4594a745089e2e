import { join } from "node:path";

const folder = "tests/upgrades";

/** The export of a whole shop, made by the last version before 1.0.0. */
export const EXPORT_BEFORE = join(folder, "export-before-1.0");
/** The export of a whole shop, made by 1.0.0. */
export const EXPORT_1_0 = join(folder, "export-1.0");
/** The backup of a whole shop, made by 1.0.0, without a passphrase. */
export const BACKUP_1_0 = join(folder, "shop-1.0.backup");
/** The secret of the shop in that backup. */
export const SECRET_1_0 = "the secret of the shop that 1.0.0 made";
