import type { Services } from "#platform/provides.ts";
import type { Actor } from "#shop/actor.ts";
import type { QueueNeeds } from "#shop/emails/queue-email.server.ts";
import { dropImage } from "#shop/pictures/drop-image.server.ts";
import { storeImage } from "#shop/pictures/store-image.server.ts";
import type { ReceivedImage } from "#shop/pictures/uploaded-image.ts";
import { ok, type Result } from "#shop/refusal.ts";
import { may, rightMissing } from "#shop/rights.ts";
import { changeSection } from "../change-section.server.ts";
import type { Changed } from "../change-settings.server.ts";
import { readSettings } from "../settings.server.ts";
import type { SettingsForm } from "../settings-form.ts";
import { type LookPicture, lookPictures } from "./look-pictures.ts";

type Needs = QueueNeeds & Pick<Services, "db" | "settings" | "files" | "pictures" | "log">;

/** The fields of the section *Look*; a picture's field has the path of the one that stays, or null. */
export type LookForm = Partial<SettingsForm> & Record<LookPicture, string | null> & { seen?: string | undefined };

type Uploads = Partial<Record<LookPicture, ReceivedImage>>;
type Stored = Partial<Record<LookPicture, string>>;
type UploadRefusal = Extract<Awaited<ReturnType<typeof storeImage>>, { ok: false }>;

/**
 * Changes the shop's look. An uploaded picture takes the place of the one before, which is deleted,
 * as are the uploads if the change is refused. Refuses like `changeSection` and `storeImage`. For
 * admins. [S12.12]
 */
export async function changeLook(services: Needs, actor: Actor, form: LookForm, uploads: Uploads): Promise<Changed | UploadRefusal> {
  if (!may(actor, "own-shop")) return rightMissing("own-shop");
  const stored = await storeAll(services, uploads);
  if (!stored.ok) return stored;

  const before = await readSettings(services);
  const changed = await changeSection(services, actor, "look", { ...form, ...stored.value }, Object.values(stored.value));
  const shown = lookPictures.map((name) => (changed.ok ? changed.value : before)[name]);
  const known = [...Object.values(stored.value), ...lookPictures.map((name) => before[name])];
  for (const path of known) if (path !== null && !shown.includes(path)) await dropImage(services, path);
  return changed;
}

async function storeAll(services: Needs, uploads: Uploads): Promise<Result<Stored, UploadRefusal["code"]>> {
  const stored: Stored = {};
  for (const name of lookPictures) {
    const upload = uploads[name];
    if (!upload) continue;
    const path = await storeImage(services, upload, { folder: "shop-pictures", field: `${name}Upload` });
    if (!path.ok) {
      for (const done of Object.values(stored)) await dropImage(services, done);
      return path;
    }
    stored[name] = path.value;
  }
  return ok(stored);
}
