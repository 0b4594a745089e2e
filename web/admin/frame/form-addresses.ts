/** The form of a new product. */
export const NEW_PRODUCT = "/admin/products/new";
/** The notifications of the own devices, for people without the shop's notifications. */
export const PUSH_DEVICES = "/admin/push-devices";
/** The form that adds IDs. */
export const ADD_IDS = "/admin/add-ids";
/** The form that checks IDs before they are added. */
export const CHECK_IDS = "/admin/batches/new";
