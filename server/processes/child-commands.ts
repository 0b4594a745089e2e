import { importUploads, type MigrationOrder } from "#migration/uploads/import-uploads.server.ts";

/** The commands that run in a child process, by name. */
export const childCommands = (services: Parameters<typeof importUploads>[0]) => ({
  "import-old-shop": (order: MigrationOrder) => importUploads(services, order),
});
