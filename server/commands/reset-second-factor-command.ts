import { sentenceIn } from "#messages/sentence-in.ts";
import { StartProblem } from "#platform/start-problem.ts";
import { Credentials } from "#shop/accounts/account-forms.ts";
import { resetSecondFactor } from "#shop/accounts/second-factor/reset-second-factor.server.ts";
import { withServices } from "./with-services.ts";

/** `reset-second-factor <email>`: lets an account log in with its password alone. */
export async function resetFactor([email = ""]: string[]): Promise<void> {
  const address = Credentials.shape.email.safeParse(email);
  if (!address.success) throw new StartProblem("Name the account's email address: npm run shop -- reset-second-factor you@shop.example");

  await withServices(async (services) => {
    const reset = await resetSecondFactor(services, address.data);
    if (!reset.ok) throw new StartProblem(`${sentenceIn("en", reset)} Nothing was changed.`);
    console.log(
      reset.value.had
        ? `${address.data} now logs in with the password alone. All sessions of this account have ended.`
        : `${address.data} doesn't use two-step login. Nothing was changed.`,
    );
  });
}
