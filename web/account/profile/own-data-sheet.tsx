import { buttonLook } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Sheet } from "#web/ui/sheet.tsx";

/** The way to all that the shop holds about the customer. */
export function OwnData() {
  return (
    <Sheet title="Your data">
      <p className="text-soft">
        Everything that this shop holds about you, in one file: your account, your orders with their IDs, letters and messages. Keep it
        where nobody else can read it.
      </p>
      <a href="/account/data.json" download className={buttonLook({ variant: "secondary" }, "sm:self-start")}>
        <Icon name="download" />
        Download my data
      </a>
    </Sheet>
  );
}
