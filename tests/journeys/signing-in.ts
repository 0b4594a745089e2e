import type { Page } from "@playwright/test";
import { expect } from "./shop-server.ts";

/** The password of every customer of the journeys. */
export const PASSWORD = "correct horse";

/** Opens an account on the page, and comes to `to` signed in. */
export async function signUp(page: Page, email: string, to = "/account"): Promise<void> {
  await page.goto(`/signup?${new URLSearchParams({ to })}`);
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Password again").fill(PASSWORD);
  await page.getByRole("main").getByRole("button", { name: "Sign Up" }).click();
  await expect(page).toHaveURL(to);
}

/** Logs in on the page that is open. */
export async function logIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("main").getByRole("button", { name: "Login" }).click();
}
