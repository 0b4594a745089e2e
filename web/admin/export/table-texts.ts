import type { KeyIn } from "#messages/texts.ts";

/** The tables that an admin can download, each with its title and what is in it. */
export const tables = [
  { name: "products", title: "products", means: "productsMean" },
  { name: "ids", title: "ids", means: "idsMean" },
  { name: "orders", title: "orders", means: "ordersMean" },
  { name: "customers", title: "customers", means: "customersMean" },
  { name: "audit", title: "audit", means: "auditMeans" },
] as const satisfies { name: string; title: KeyIn<"adminExport">; means: KeyIn<"adminExport"> }[];
