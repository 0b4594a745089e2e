import { backupTicketIn } from "#shop/backups/backup-cookie.ts";
import { downloadBackup } from "#shop/backups/download-backup.server.ts";
import { requestContext } from "#web/context.ts";
import { refusedFile } from "#web/refused-file.ts";
import { orFail } from "#web/say.ts";
import { streamedFile } from "#web/streamed-file.ts";
import type { Route } from "./+types/backup-file.ts";

/**
 * The whole shop as one encrypted file, once the admin's password was given: GET
 * /admin/backup/file. [S12.8]
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { services, visitor } = context.get(requestContext);
  const file = await orFail(context, "failedToBackUp", () => downloadBackup(services, visitor, backupTicketIn(request.headers)));
  if (!file.ok) throw refusedFile(context, file);
  return streamedFile(file.value);
}
