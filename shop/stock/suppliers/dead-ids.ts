/**
 * The delivered IDs that were dead, for the `from` of a query: those that were swapped, which left
 * their order, and those whose share was refunded, which stay in it. [S15.6] [S15.10]
 */
export const DEAD_IDS = `(
    select faulty_unit_id as unit_id, order_id, replaced_at as dead_at, true as is_swapped from replacements
    union all select unit_id, order_id, decided_at, false from claims where state in ('refunding', 'refunded'))`;
