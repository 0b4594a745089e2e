import { useTexts } from "#web/texts.tsx";
import { buttonStyle } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Sheet } from "#web/ui/sheet.tsx";

/** A link to download everything the shop stores about the customer. */
export function OwnData() {
  const texts = useTexts("account");
  return (
    <Sheet title={texts("yourData")}>
      <p className="text-soft">{texts("yourDataLead")}</p>
      <a href="/account/data.json" download className={buttonStyle({ variant: "secondary" }, "sm:self-start")}>
        <Icon name="download" />
        {texts("downloadData")}
      </a>
    </Sheet>
  );
}
