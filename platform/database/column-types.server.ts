import { customType, timestamp } from "drizzle-orm/pg-core";

/** A column of bytes: hashes, fingerprints and encrypted values. */
export const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });

/** A timestamp column with time zone. */
export const at = (name: string) => timestamp(name, { withTimezone: true });
