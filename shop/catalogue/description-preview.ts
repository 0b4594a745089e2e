/**
 * A description as it will be shown, with the names of the tags and attributes that were removed.
 * [S2.34]
 */
export type DescriptionPreview = { html: string; takenOut: string[] };
