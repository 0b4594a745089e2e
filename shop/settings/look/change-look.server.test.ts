import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { sweepFiles } from "#shop/orders/retention/sweep-files.server.ts";
import { aGuest, anAdmin } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { parsed } from "../../parse.ts";
import { changeSettings } from "../change-settings.server.ts";
import { readSettings } from "../settings.server.ts";
import { SettingsForm } from "../settings-form.ts";
import { changeLook, type LookForm } from "./change-look.server.ts";

let shop: TestShop;
let admin: Visitor;
let bytes: Uint8Array;
beforeAll(async () => {
  shop = await openTestShop();
  admin = await anAdmin(shop);
  bytes = await sharp({ create: { width: 40, height: 20, channels: 3, background: "#a00" } })
    .png()
    .toBuffer();
});
afterAll(() => shop.close());

const look = () => readSettings(shop.services);
const fileOf = (path: string | null) => (path === null ? null : shop.services.files.get(path.slice(1)));
async function change(form: Partial<LookForm>, uploads: Parameters<typeof changeLook>[3] = {}, who = admin) {
  const { logo, landingPicture } = await look();
  return changeLook(shop.services, who, { logo, landingPicture, ...form }, uploads);
}
async function withLogo(): Promise<string> {
  const changed = await change({}, { logo: { bytes } });
  if (!changed.ok) throw new Error(changed.code);
  return changed.value.logo ?? "";
}

test("[S12.12] an uploaded logo is stored re-encoded; the next one takes its place and its file goes", async () => {
  const first = await withLogo();
  const stored = await fileOf(first);
  expect(await sharp(stored ?? bytes).metadata()).toMatchObject({ format: "webp", width: 40, height: 20 });
  const second = await withLogo();
  expect((await look()).logo).toBe(second);
  expect([await fileOf(first), (await fileOf(second)) === null]).toEqual([null, false]);
});

test("[S12.12] a logo that is no longer kept goes with its file, and the picture beside it stays", async () => {
  const logo = await withLogo();
  const picture = await change({}, { landingPicture: { bytes } });
  expect(await change({ logo: null })).toMatchObject({ ok: true, value: { logo: null } });
  expect(await fileOf(logo)).toBeNull();
  expect(picture.ok && (await fileOf(picture.value.landingPicture))).not.toBeNull();
});

test("[S12.12] what is no picture is refused beside its field, and nothing is changed or left behind", async () => {
  const logo = await withLogo();
  const wrong = { bytes: Buffer.from("<svg onload=alert(1)>") };
  expect(await change({ accent: "#a02020" }, { logo: { bytes }, landingPicture: wrong })).toMatchObject({
    ok: false,
    code: "imageNotAPicture",
    field: "landingPictureUpload",
  });
  expect(await look()).toMatchObject({ logo, accent: null });
  const { landingPicture } = await look();
  const files: string[] = [];
  for await (const { key } of shop.services.files.list()) files.push(`/${key}`);
  expect(files.filter((path) => path.startsWith("/shop-pictures/")).sort()).toEqual(
    [logo, landingPicture].filter((path) => path !== null).sort(),
  );
});

test("[S12.12] a picture that is not the shop's own is refused at every door", async () => {
  const logo = await withLogo();
  const foreign = `/shop-pictures/${"ab".repeat(24)}.webp`;
  expect(await change({ logo: foreign })).toMatchObject({ ok: false, code: "imageNotItsOwn", field: "logo" });
  const all = parsed(SettingsForm, { ...(await look()), logo: foreign });
  if (!all.ok) throw new Error(all.code);
  expect(await changeSettings(shop.services, admin, all.value)).toMatchObject({ ok: false, code: "imageNotItsOwn" });
  expect((await look()).logo).toBe(logo);
});

test("[S12.12] only an admin changes the look, and a form that shows an older look is refused", async () => {
  expect(await change({}, { logo: { bytes } }, aGuest())).toMatchObject({ ok: false, code: "rightMissing" });
  const { logo } = await look();
  expect(await change({ accent: "#00aa00", seen: "older" }, { logo: { bytes } })).toMatchObject({ code: "settingsChangedMeanwhile" });
  expect(await look()).toMatchObject({ logo, accent: null });
});

test("[S12.12] the sweep of old files leaves the look's pictures", async () => {
  const logo = await withLogo();
  await sweepFiles({ ...shop.services, now: () => new Date(Date.now() + 10 * 24 * 3_600_000) });
  expect(await fileOf(logo)).not.toBeNull();
});

test.each([
  [{ accent: "red" }, "colourInvalid", "accent"],
  [{ accent: "#12345" }, "colourInvalid", "accent"],
  [{ landingSections: "products,products,features,categories,steps,testimonials" }, "landingSectionsInvalid", "landingSections"],
  [{ landingSections: "" }, "landingSectionsInvalid", "landingSections"],
  [{ logo: "https://elsewhere.example/logo.png" }, "imageUrlInvalid", "logo"],
])("[S12.12] %j is refused", async (wrong, code, field) => {
  expect(parsed(SettingsForm, { ...(await look()), ...wrong })).toMatchObject({ ok: false, code, field });
});
