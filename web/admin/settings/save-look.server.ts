import { z } from "zod";
import { changeLook } from "#shop/settings/look/change-look.server.ts";
import { sectionPrint } from "#shop/settings/section-print.server.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import { sectionForm } from "#shop/settings/settings-form.ts";
import { requestContext } from "#web/context.ts";
import { readForm } from "#web/read-form.ts";
import { orSay, say } from "#web/say.ts";

type Context = Parameters<typeof say>[0];

/** What the form of the look sends beside the settings. */
const Uploads = z.object({
  logoUpload: z.file("imageNotAPicture").optional(),
  landingPictureUpload: z.file("imageNotAPicture").optional(),
  /** The shop's own colour instead of the one in the field, which is never empty. */
  isOwnColour: z.literal("on").optional(),
});

const LookForm = z.intersection(sectionForm("look"), Uploads);

/**
 * Saves the section *Look*: a picture that is neither uploaded nor kept goes. Returns what to say
 * and the print of the section as it is now. [S12.12]
 */
export async function saveLook(request: Request, context: Context) {
  const posted = await readForm(LookForm, request);
  if (!posted.ok) return { said: say(context, posted), seen: undefined };

  const { logoUpload, landingPictureUpload, isOwnColour, ...form } = posted.value;
  const { services, visitor } = context.get(requestContext);
  const { logo = null, landingPicture = null, accent = null } = form;
  const [logoBytes, landingBytes] = await Promise.all([received(logoUpload), received(landingPictureUpload)]);
  const changed = await orSay(context, "failedToSaveSettings", () =>
    changeLook(
      services,
      visitor,
      { ...form, logo, landingPicture, accent: isOwnColour ? null : accent },
      { ...(logoBytes && { logo: logoBytes }), ...(landingBytes && { landingPicture: landingBytes }) },
    ),
  );
  const isNew = changed.ok || changed.code === "settingsChangedMeanwhile";
  const seen = isNew ? sectionPrint(await readSettings(services), "look") : undefined;
  return { said: say(context, changed, "settingsSaved"), seen };
}

async function received(file: File | undefined) {
  return file && { bytes: new Uint8Array(await file.arrayBuffer()) };
}
