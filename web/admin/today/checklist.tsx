import { Form, Link } from "react-router";
import type { KeyIn } from "#messages/texts.ts";
import { type FirstHour, type FirstStep, firstSteps, stepsLeft } from "#shop/orders/today/first-hour.ts";
import { useTexts } from "#web/texts.tsx";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Sheet } from "#web/ui/sheet.tsx";
import { ADD_IDS, NEW_PRODUCT } from "../frame/form-addresses.ts";

/** The first hour of a new shop: each step leads to where it is done. Gone when all are. [S12.2] */
export function Checklist({ done }: { done: FirstHour }) {
  const texts = useTexts("adminToday");
  const [next] = stepsLeft(done);
  return (
    <Sheet
      title={texts("firstHour")}
      aria-label={texts("firstHour")}
      actions={
        <Form method="post" action="/admin/checklist/dismissal">
          <Button type="submit" variant="quiet">
            {texts("dismissChecklist")}
          </Button>
        </Form>
      }
    >
      <ol className="grid gap-x-6 md:grid-cols-2">
        {firstSteps.map((step) => (
          <li key={step}>
            <Link to={places[step].to} className="menu-link rounded-field">
              <Icon name={done[step] ? "done" : "arrow"} className={done[step] ? "text-green-ink" : "text-soft"} />
              <span className={done[step] ? "text-soft" : step === next ? "font-semibold" : undefined}>{texts(places[step].label)}</span>
              {done[step] && <span className="unseen">{texts("stepDone")}</span>}
            </Link>
          </li>
        ))}
      </ol>
    </Sheet>
  );
}

const places: Record<FirstStep, { to: string; label: KeyIn<"adminToday"> }> = {
  product: { to: NEW_PRODUCT, label: "stepProduct" },
  stock: { to: ADD_IDS, label: "stepStock" },
  payment: { to: "/admin/payment-methods", label: "stepPayment" },
  contact: { to: "/admin/settings/shop", label: "stepContact" },
  order: { to: "/products", label: "stepOrder" },
  secondFactor: { to: "/admin/second-factor", label: "stepSecondFactor" },
  backup: { to: "/admin/settings/data", label: "stepBackup" },
};
