const utc = (column: string) => `o.${column} at time zone 'UTC'`;

/**
 * SQL: a hash of the columns of an order `o` that the shop or an admin may change, to detect
 * changes since the last import.
 */
export const HERE_OF_ORDER = `sha256(convert_to(json_build_array(o.status, o.product_id, o.product_name, o.quantity, o.price_paise, o.total_paise, o.payment_method,
  o.payment_verified, o.verification_note, ${utc("proof_resent_at")}, ${utc("processed_at")}, o.approved_by, ${utc("cancelled_at")}, o.reason, o.download_link)::text, 'UTF8'))`;

/** SQL: the same for a product `p`. */
export const HERE_OF_PRODUCT = "sha256(convert_to(json_build_array(p.name, p.price_paise, p.description, p.image)::text, 'UTF8'))";
