import { namesOf } from "../settings-list.ts";

/** The settings that are uploaded pictures. [S12.12] */
export const lookPictures = namesOf("picture");
export type LookPicture = (typeof lookPictures)[number];
