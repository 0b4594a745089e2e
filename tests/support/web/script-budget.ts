/** What the script of a shopper's page may weigh, compressed, in bytes. */
export const SCRIPT_MAX_BYTES = 130_000;
