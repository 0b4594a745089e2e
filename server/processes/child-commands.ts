import { type MigrationOrder, moveUploaded } from "#migration/uploads/import-uploads.server.ts";

/** The commands that run in a child process, by name. */
export const childCommands = (services: Parameters<typeof moveUploaded>[0]) => ({
  "moving-in": (order: MigrationOrder) => moveUploaded(services, order),
});
