/** The largest picture accepted for a product or the shop's look. [S5.8] [S12.12] */
export const IMAGE_MAX_BYTES = 10 * 1024 * 1024;
/** The largest width and height of such a picture as it is stored. */
export const IMAGE_STORED_MAX_SIDE = 1_200;
