import { sentenceIn } from "#messages/sentence-in.ts";
import { StartProblem } from "#platform/start-problem.ts";
import { Credentials } from "#shop/accounts/account-forms.ts";
import { makeAdmin } from "#shop/accounts/make-admin.server.ts";
import { openAuth } from "#shop/accounts/sign-in/auth.server.ts";
import { promptPassword } from "./prompt-password.ts";
import { withServices } from "./with-services.ts";

/** `create-admin <email>`: creates an admin, or sets a new password for an existing one. */
export async function createAdmin([email = ""]: string[]): Promise<void> {
  if (!Credentials.shape.email.safeParse(email).success)
    throw new StartProblem("Name the admin's email address: npm run shop -- create-admin you@shop.example");
  const password = await promptPassword("New password (8 to 128 characters): ");
  const form = Credentials.safeParse({ email, password });
  if (!form.success) throw new StartProblem("The password must have 8 to 128 characters. Nothing was changed.");

  await withServices(async (services, config) => {
    const auth = openAuth(services, { appUrl: config.appUrl ?? `http://localhost:${config.port}`, secret: services.secret });
    const made = await makeAdmin(services, auth, form.data);
    if (!made.ok) throw new StartProblem(`${sentenceIn("en", made)} Nothing was changed.`);
  });
  console.log(`${form.data.email} is an admin and can log in at /admin/login. All earlier sessions of this account have ended.`);
}
