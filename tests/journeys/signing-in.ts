import type { Page } from "@playwright/test";
import { expect } from "./shop-server.ts";

/** The password of every customer in the journeys. */
export const PASSWORD = "correct horse";

/** Signs up on the page, and lands on `to` logged in. */
export async function signUp(page: Page, email: string, to = "/account"): Promise<void> {
  await page.goto(`/signup?${new URLSearchParams({ to })}`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Password again").fill(PASSWORD);
  await page.getByRole("main").getByRole("button", { name: "Sign Up" }).click();
  await expect(page).toHaveURL(to);
}

/** Logs in on the current page. */
export async function logIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("main").getByRole("button", { name: "Login" }).click();
}
