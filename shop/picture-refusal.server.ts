import type { KeyedText } from "#messages/keyed-text.ts";
import type { PictureNo } from "#platform/pictures/pictures.ts";
import { afterMs, type Refusal, refused, textOf } from "./refusal.ts";

/** The refusals of any picture, whatever it is for. */
export type PictureRefusalCode = "pictureSideTooLong" | "pictureDamaged" | "pictureUnreadable" | "tooManyPictures";

/** What a picture may have at most, such as `10 MB`. */
export type PictureLimit = string | KeyedText;

/** The refusals that depend on what a picture is for. `tooBig` takes the limit, such as `10 MB`. */
type OwnRefusals<C extends Refusal["code"]> = Record<"notAPicture" | "cutOff" | "busy", Refusal<C>> & {
  tooBig(limit: PictureLimit): Refusal<C>;
};

/** The refusal of a picture, saying what is wrong with it. `maxBytes` is the size limit. */
export function refusedPicture<C extends Refusal["code"]>(
  { fault, megapixelsMax = 0, waitMs = 0 }: PictureNo,
  maxBytes: number,
  own: OwnRefusals<C>,
): Refusal<C | PictureRefusalCode> {
  switch (fault) {
    case "tooBig":
      return own.tooBig(`${maxBytes / 1024 ** 2} MB`);
    case "tooManyPixels":
      return own.tooBig(textOf("megapixels", { n: megapixelsMax }));
    case "sideTooLong":
      return refused("pictureSideTooLong");
    case "damaged":
      return refused("pictureDamaged");
    case "unreadable":
      return refused("pictureUnreadable");
    case "limited":
      return afterMs(refused("tooManyPictures", { seconds: Math.ceil(waitMs / 1_000) }), waitMs);
    default:
      return own[fault];
  }
}
