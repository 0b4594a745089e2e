import { useLocation } from "react-router";
import { useTexts } from "#web/texts.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import { SUPPLIERS } from "../suppliers/supplier-address.ts";

const IMPORTS = "/admin/batches";

/** The way between the imports and their suppliers. [S15.10] */
export function ImportTabs() {
  const texts = useTexts("adminSuppliers");
  const { pathname } = useLocation();
  const tabs = [
    { to: IMPORTS, label: texts("imports") },
    { to: SUPPLIERS, label: texts("suppliers") },
  ];
  return <Tabs label={texts("importsAndSuppliers")} tabs={tabs.map((tab) => ({ ...tab, isCurrent: pathname.startsWith(tab.to) }))} />;
}
