/** The field for a refusal that names none. */
export function fieldOf(code: unknown): string | null {
  switch (code) {
    case "invalidQuantity":
      return "quantity";
    case "giftCardCodeInvalid":
    case "giftCardAndProofRequired":
      return "giftCardCode";
    case "proofNotAnImage":
    case "proofTooBig":
    case "proofIncomplete":
    case "proofsBusy":
    case "pictureSideTooLong":
    case "pictureDamaged":
    case "pictureUnreadable":
    case "tooManyPictures":
      return "paymentProof";
    default:
      return null;
  }
}
