import { looksRight } from "../accessibility-checks.ts";
import { expect, test } from "../shop-server.ts";
import { awake } from "../steps.ts";

/** A browser without a push service: what a real one encrypts is tested by `shop/push`. */
test("[S12.10] the owner is told why this browser cannot be notified, sees the own devices, and turns one off", async ({
  adminPage,
  ownerApi,
  baseURL,
}) => {
  const form = {
    endpoint: "https://push.example/send/journey",
    p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    auth: "BTBZMqHH6r4Tts7J_aSIgg",
  };
  await adminPage.context().grantPermissions(["notifications"], { origin: baseURL });
  await ownerApi.post("/admin/push-devices", { form });
  await adminPage.goto("/admin/webhooks");
  await awake(adminPage);
  const card = adminPage.getByRole("region", { name: "Your phone" });
  await card.getByRole("button", { name: "Notify this device" }).click();
  await expect(card.getByRole("alert").filter({ hasText: "couldn't reach its notification service" })).toBeVisible();
  expect(
    await adminPage.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => new URL(scope).pathname)),
  ).toEqual(["/admin/"]);
  await looksRight(adminPage, "the card of notifications");

  const devices = card.getByRole("list", { name: "Devices with notifications on" });
  await expect(devices.getByRole("button", { name: /^Send a test/ })).toBeVisible();
  await devices.getByRole("button", { name: /^Turn off/ }).click();
  await expect(devices).toHaveCount(0);
  await expect(adminPage.getByText("Notifications are off for this device.")).toBeVisible();
});
