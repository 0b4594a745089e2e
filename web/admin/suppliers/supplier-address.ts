export const SUPPLIERS = "/admin/suppliers";

export function supplierPath(supplierId: string): string {
  return `${SUPPLIERS}/${encodeURIComponent(supplierId)}`;
}
