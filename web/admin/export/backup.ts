import { redirect } from "react-router";
import { backupCookie } from "#shop/backups/backup-cookie.ts";
import { BackupForm } from "#shop/backups/backup-form.ts";
import { allowBackupDownload } from "#shop/backups/download-backup.server.ts";
import { requestContext } from "#web/context.ts";
import { readForm } from "#web/read-form.ts";
import { orSay, say } from "#web/say.ts";
import type { Route } from "./+types/backup.ts";

export { default, loader, meta } from "./export.tsx";

/** Allows the download of a backup and goes to it: POST /admin/backup. [S12.8] */
export async function action({ request, context }: Route.ActionArgs) {
  const { services, auth, visitor, origin } = context.get(requestContext);
  const { headers } = request;
  const form = await readForm(BackupForm, request);
  const allowed = form.ok
    ? await orSay(context, "failedToBackUp", () => allowBackupDownload(services, auth, visitor, form.value, headers))
    : form;
  if (!allowed.ok) return say(context, allowed);
  const cookie = backupCookie(allowed.value, origin.startsWith("https:"));
  return redirect("/admin/backup/file", { status: 303, headers: { "Set-Cookie": cookie } });
}
