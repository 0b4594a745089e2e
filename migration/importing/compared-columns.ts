const utc = (column: string) => `o.${column} at time zone 'UTC'`;

/** What of an order `o` is compared with what the last import left: all that the shop or an admin may change of it. In SQL. */
export const HERE_OF_ORDER = `sha256(convert_to(json_build_array(o.status, o.product_id, o.product_name, o.quantity, o.price_paise, o.total_paise, o.payment_method,
  o.payment_verified, o.verification_note, ${utc("proof_resent_at")}, ${utc("processed_at")}, o.approved_by, ${utc("cancelled_at")}, o.reason, o.download_link)::text, 'UTF8'))`;

/** What of a product `p` is. In SQL. */
export const HERE_OF_PRODUCT = "sha256(convert_to(json_build_array(p.name, p.price_paise, p.description, p.image)::text, 'UTF8'))";
