import { buttonStyle } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Sheet } from "#web/ui/sheet.tsx";

/** A link to download everything the shop stores about the customer. */
export function OwnData() {
  return (
    <Sheet title="Your data">
      <p className="text-soft">
        Everything that this shop holds about you, in one file: your account, your orders with their IDs, emails and messages. Keep it where
        nobody else can read it.
      </p>
      <a href="/account/data.json" download className={buttonStyle({ variant: "secondary" }, "sm:self-start")}>
        <Icon name="download" />
        Download my data
      </a>
    </Sheet>
  );
}
