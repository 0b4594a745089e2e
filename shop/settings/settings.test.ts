import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { auditEntries } from "#shop/audit/tables.server.ts";
import { parsed } from "#shop/parse.ts";
import { changeUpiMethod } from "#shop/payments/upi/change-upi-method.server.ts";
import { aCustomer, aGuest, anAdmin } from "#tests/support/shop/builders.ts";
import { setLimits } from "#tests/support/shop/limits.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { switchUpiOn } from "#tests/support/shop/upi.ts";
import { changeSettings } from "./change-settings.server.ts";
import { takesAnyMethod } from "./keeps-a-method.server.ts";
import { readSettings } from "./settings.server.ts";
import { SettingsForm } from "./settings-form.ts";
import { firstSettings, settingNames } from "./settings-list.ts";
import { publicSettings, type ShopSettings } from "./shop-settings.ts";
import { timeZones } from "./time-zones.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterEach(() => shop.setNow());
afterAll(() => shop.close());

/** The current settings as a form, with overrides. */
async function aForm(overrides: Partial<SettingsForm> = {}): Promise<SettingsForm> {
  const { changedAt, ...settings } = await readSettings(shop.services);
  return { ...settings, ...overrides };
}
const audited = () => shop.services.db.select().from(auditEntries).where(eq(auditEntries.action, "settings-changed"));

/** What a browser posts: every field as text, checkboxes only if checked. */
const posted = {
  name: " Night Mail ",
  blurb: "IDs for the night train.",
  sinceYear: "2025",
  supportEmail: "help@shop.example",
  chatUrl: "https://chat.example/shop",
  messagingUrl: "",
  idCheckerUrl: " ",
  adminCurrency: "$",
  takesRequest: "on",
  howToPay: "Pay by transfer.\r\nName the request code.",
  timeZone: "Europe/London",
  ownerEmail: "",
};

test("[S1.8] an empty link or address is not set, and a box that is not ticked is off", () => {
  expect(parsed(SettingsForm, posted)).toEqual({
    ok: true,
    value: {
      ...posted,
      name: "Night Mail",
      sinceYear: 2025,
      messagingUrl: null,
      idCheckerUrl: null,
      howToPay: "Pay by transfer.\nName the request code.",
      ownerEmail: null,
      takesRequest: true,
      takesAmazon: false,
      mailsIds: false,
      mailsNewOrders: false,
      showsLandingPicture: false,
      requiresSecondFactor: false,
    },
  });
});

test.each([
  ["chatUrl", "javascript:alert(1)", "linkInvalid"],
  ["messagingUrl", "chat", "linkInvalid"],
  ["idCheckerUrl", "ftp://check.example", "linkInvalid"],
  ["idCheckerUrl", "https://", "linkInvalid"],
  ["supportEmail", "nobody", "emailInvalid"],
  ["ownerEmail", "a@b", "emailInvalid"],
  ["name", "  ", "nameRequired"],
  ["name", "x".repeat(61), "fieldTooLong"],
  ["sinceYear", "25", "sinceYearInvalid"],
  ["sinceYear", "1899", "sinceYearInvalid"],
  ["timeZone", "Asia/Nowhere", "timeZoneInvalid"],
  ["timeZone", "+05:30", "timeZoneInvalid"],
  ["adminCurrency", "€", "invalidInput"],
  ["heldIdsMax", "-1", "limitInvalid"],
  ["lookUpsMax", "", "limitInvalid"],
  ["guestOrderHours", "1.5", "limitInvalid"],
  ["ordersMax", "1000001", "limitInvalid"],
])("[S1.8] the settings refuse %s as %j", (field, value, code) => {
  expect(parsed(SettingsForm, { ...posted, [field]: value })).toMatchObject({ ok: false, field, code });
});

test("the database knows every time zone that can be chosen, India's first", async () => {
  const { rows } = await shop.services.db.$client.query<{ name: string }>("select name from pg_timezone_names");
  const known = new Set(rows.map(({ name }) => name));
  expect(timeZones()[0]).toBe("Asia/Kolkata");
  expect(timeZones().filter((name) => !known.has(name))).toEqual([]);
  expect(timeZones()).not.toContain("Asia/Calcutta");
});

test("[S1.3] [S1.8] [S9.3] a new shop runs since 2025, has no address or link yet, takes both ways to pay, and labels the admin's amounts with ₹", async () => {
  expect(await readSettings(shop.services)).toMatchObject({
    sinceYear: 2025,
    supportEmail: null,
    chatUrl: null,
    messagingUrl: null,
    idCheckerUrl: null,
    takesRequest: true,
    takesAmazon: true,
    adminCurrency: "₹",
  });
});

test("[S1.3] the owner changes name, year and support address, and the next page has them", async () => {
  const admin = await anAdmin(shop);
  const form = await aForm({ name: "Night Mail", sinceYear: 2024, supportEmail: "help@shop.example" });
  expect(await changeSettings(shop.services, admin, form)).toMatchObject({ ok: true, value: form });
  expect(await readSettings(shop.services)).toMatchObject(form);

  const [entry, ...others] = await audited();
  expect(others).toEqual([]);
  expect(entry).toMatchObject({ adminId: admin.userId, facts: { fields: "name, sinceYear, supportEmail" } });
  expect(JSON.stringify(entry)).not.toContain("help@shop.example");
});

test("what changes nothing is neither recorded nor announced", async () => {
  const before = (await audited()).length;
  const { changedAt } = await readSettings(shop.services);
  expect(await changeSettings(shop.services, await anAdmin(shop), await aForm())).toMatchObject({ ok: true });
  expect(await audited()).toHaveLength(before);
  expect((await readSettings(shop.services)).changedAt).toEqual(changedAt);
});

test("[S6.3] only an admin changes the settings, and nothing is written otherwise", async () => {
  const before = await readSettings(shop.services);
  for (const visitor of [aGuest(), await aCustomer(shop)]) {
    expect(await changeSettings(shop.services, visitor, await aForm({ name: "Mine" }))).toMatchObject({ code: "rightMissing" });
  }
  expect(await readSettings(shop.services)).toEqual(before);
});

test("[S1.4] [S10.1] one payment method stays on, of whatever kind, also when two admins change at once", async () => {
  const admin = await anAdmin(shop);
  const neither = async () => changeSettings(shop.services, admin, await aForm({ takesRequest: false, takesAmazon: false }));
  const needed = { ok: false, code: "paymentMethodNeeded" };
  expect(await neither()).toMatchObject({ ...needed, field: "takesRequest" });

  await switchUpiOn(shop);
  const upiOff = () => changeUpiMethod(shop.services, admin, { isOn: false, vpa: null, payeeName: null, isMerchantVpa: false });
  const both = await Promise.all([neither(), upiOff()]);
  expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  shop.services.settings.forget();
  await switchUpiOn(shop);
  expect(await neither()).toMatchObject({ ok: true, value: { takesRequest: false, takesAmazon: false, takesUpi: true } });
  expect(await upiOff()).toMatchObject(needed);
  const isAnyOn = async () => {
    const client = await shop.services.db.$client.connect();
    return takesAnyMethod(client).finally(() => client.release());
  };
  expect(await isAnyOn()).toBe(true);
  await shop.services.db.$client.query("update payment_methods set is_on = false");
  expect(await isAnyOn(), "as after the import of an export").toBe(false);
  await switchUpiOn(shop);

  expect(await changeSettings(shop.services, admin, await aForm({ takesRequest: true, takesAmazon: true }))).toMatchObject({ ok: true });
  expect(await upiOff()).toMatchObject({ ok: true });
  shop.services.settings.forget();
});

test("[S1.3] a shop cannot run since a year to come, by its own clock", async () => {
  shop.setNow(new Date("2026-12-31T20:00:00Z"));
  const admin = await anAdmin(shop);
  const refusal = { code: "sinceYearInvalid", field: "sinceYear" };
  expect(await changeSettings(shop.services, admin, await aForm({ sinceYear: 2027, timeZone: "UTC" }))).toMatchObject(refusal);
  expect((await readSettings(shop.services)).sinceYear).not.toBe(2027);
  const inIndia = await aForm({ sinceYear: 2027, timeZone: "Asia/Kolkata" });
  expect(await changeSettings(shop.services, admin, inIndia)).toMatchObject({ ok: true });
  expect(await changeSettings(shop.services, admin, { ...inIndia, sinceYear: 2025 })).toMatchObject({ ok: true });
});

test("of two admins at once one is the later, and nothing of the other is left", async () => {
  const admins = [await anAdmin(shop), await anAdmin(shop)];
  const forms = [
    await aForm({ name: "One", blurb: "one", supportEmail: "one@shop.example", takesAmazon: false }),
    await aForm({ name: "Two", blurb: "two", supportEmail: "two@shop.example", takesAmazon: true }),
  ];
  await Promise.all(admins.map((admin, n) => changeSettings(shop.services, admin, forms[n] as SettingsForm)));
  const { changedAt, ...stored } = await readSettings(shop.services);
  expect(forms).toContainEqual(stored);
});

test("a change is announced, so that every process reads the settings again", async () => {
  // Changes made before the test are announced before its own and would be counted too.
  let isQuiet = false;
  const unfollow = shop.services.live.follow("all before", () => {
    isQuiet = true;
  });
  await shop.services.db.$client.query("notify changed, 'all before'");
  await expect.poll(() => isQuiet).toBe(true);
  unfollow();
  let announced = 0;
  const stop = shop.services.live.follow("settings", () => {
    announced += 1;
  });
  await changeSettings(shop.services, await anAdmin(shop), await aForm({ name: "Announced" }));
  await expect.poll(() => announced).toBe(1);
  stop();
  await shop.services.db.$client.query("update shop_settings set name = 'From elsewhere'; notify changed, 'settings'");
  await expect.poll(async () => (await readSettings(shop.services)).name).toBe("From elsewhere");
});

test("[S1.8] a visitor's browser learns nothing of the owner's own settings", async () => {
  const settings: ShopSettings = { ...(await readSettings(shop.services)), ownerEmail: "owner@home.example", howToPay: "Bank 123" };
  const text = JSON.stringify(publicSettings(settings));
  expect(text).not.toMatch(/owner@home|Bank 123|mailsIds|adminCurrency/);
});

test("[S1.8] the settings of a new shop are the defaults of the list, each of its own column", async () => {
  const { rows } = await shop.services.db.$client.query<{ column: string }>(
    `select column_name as column from information_schema.columns
     where table_name = 'shop_settings' and column_name not in ('only_row', 'updated_at')`,
  );
  const columns = rows.map(({ column }) => column);
  expect(columns).toHaveLength(settingNames.length);
  await setLimits(shop, columns.map((column) => `${column} = default`).join(", "));
  expect(await readSettings(shop.services)).toMatchObject(firstSettings);
});

test("[S14.15] every visitor may read who hears grievances, each in one line; a program that does not know of it changes nothing", async () => {
  const admin = await anAdmin(shop);
  const officer = { grievanceName: "Asha Rao", grievanceContact: "asha@shop.example" };
  const typed = { grievanceName: " Asha\nRao ", grievanceContact: "asha@shop.example " };
  expect(parsed(SettingsForm, { ...posted, ...typed })).toMatchObject({ value: officer });
  const tooLong = { ...posted, grievanceName: "x".repeat(101) };
  expect(parsed(SettingsForm, tooLong)).toMatchObject({ ok: false, field: "grievanceName", code: "fieldTooLong" });

  await changeSettings(shop.services, admin, await aForm(officer));
  const { grievanceName: _, grievanceContact: __, ...rest } = await aForm();
  await changeSettings(shop.services, admin, rest);
  expect(publicSettings(await readSettings(shop.services))).toMatchObject(officer);
  const [entry] = (await audited()).slice(-1);
  expect(entry?.facts).toEqual({ fields: "grievanceName, grievanceContact" });
  await changeSettings(shop.services, admin, await aForm({ grievanceName: "", grievanceContact: "" }));
});

test("[S14.16] days until messages are erased are set like the others, empty for never", async () => {
  for (const [typed, stored] of [
    ["30", 30],
    ["", 0],
  ])
    expect(parsed(SettingsForm, { ...posted, eraseMessagesDays: typed })).toMatchObject({ value: { eraseMessagesDays: stored } });
  expect(parsed(SettingsForm, { ...posted, eraseMessagesDays: "-1" })).toMatchObject({ field: "eraseMessagesDays", code: "limitInvalid" });
});

test("a limit is a whole number from 0, as text too, and one that is left out stays as it is", async () => {
  const form = await aForm({ heldIdsMax: 7 });
  expect(parsed(SettingsForm, { ...posted, heldIdsMax: " 12 ", ordersMax: "0" })).toMatchObject({
    value: { heldIdsMax: 12, ordersMax: 0 },
  });
  // An amount is read as people write it. [S3.4]
  for (const instantAmountMax of ["₹2,000", "Rs. 2000/-", "2\uff10\uff100\u200b", 2_000])
    expect(parsed(SettingsForm, { ...posted, instantAmountMax, eraseProofsDays: " " })).toMatchObject({
      value: { instantAmountMax: 2_000, eraseProofsDays: 0 },
    });
  for (const instantAmountMax of ["2,00", "2000.50", "1e3", "two"])
    expect(parsed(SettingsForm, { ...posted, instantAmountMax }), instantAmountMax).toMatchObject({ code: "limitInvalid" });
  await changeSettings(shop.services, await anAdmin(shop), form);
  const { heldIdsMax, ...rest } = await aForm({ name: "Left out" });
  expect(await changeSettings(shop.services, await anAdmin(shop), rest)).toMatchObject({
    ok: true,
    value: { name: "Left out", heldIdsMax: 7 },
  });
  const [newest] = (await audited()).slice(-1);
  expect(newest?.facts).toEqual({ fields: "name" });
});
