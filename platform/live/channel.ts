/** The PostgreSQL channel on which changes are announced; its payload is the topic. */
export const CHANGED = "changed";
