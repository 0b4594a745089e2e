/** The warnings about accounts and proofs. */
export const accountWarnings = {
  accountNotRead: { wrong: "it is no account: an object with a localId was expected", done: "left out" },
  accountTwice: { wrong: "an account with the same id stands before it in the file", done: "left out: the first one counts" },
  accountWithoutEmail: {
    wrong: "it has no e-mail address that can be used",
    done: "imported as withdrawn: it keeps its orders, and nobody logs in to it",
  },
  accountEmailTwice: {
    wrong: "an account imported before it has the same e-mail address",
    done: "imported as withdrawn: it keeps its orders, and nobody logs in to it",
  },
  accountEmailOfAdmin: {
    wrong: "its e-mail address is that of an admin here, or of a former one",
    done: "imported as withdrawn: it keeps its orders, nobody logs in to it, and the admin is not touched",
  },
  accountEmailTaken: {
    wrong: "somebody opened an account here with its e-mail address",
    done: "it gets the address and its old password; the account that was opened here is withdrawn with its orders, and logged out",
  },
  accountWithoutPassword: { wrong: "it has no password there", done: "imported: its customer sets one by Forgot password" },
  accountPasswordNotRead: {
    wrong: "the hash of its password cannot be read",
    done: "imported: its customer sets one by Forgot password",
  },
  accountTimeNotRead: { wrong: "when it was made cannot be read", done: "taken as made now" },
  accountTextCut: { wrong: "a name, a phone number or a link to a picture is too long or cannot be kept", done: "cut short, or left out" },
  accountRole: { wrong: "it has special rights there", done: "left out: it comes in as a customer" },
  accountDeletedHere: { wrong: "it was deleted here since", done: "left out: it stays deleted" },
  accountChangedHere: { wrong: "it was changed there and here since the last import", done: "left as it is here" },
  proofOfNoOrder: { wrong: "no order that came in names this file as its proof", done: "left out" },
  proofTooBig: { wrong: "the file is too big for a proof", done: "left out" },
  proofNotAPicture: { wrong: "the file is no picture that can be read", done: "left out" },
  proofDamaged: { wrong: "the picture is damaged", done: "left out" },
  proofCutOff: { wrong: "the picture is cut off", done: "left out" },
  proofFileMissing: { wrong: "the file of its proof is not in the folder", done: "the order has no picture" },
  accountIsAdmin: { wrong: "it is or was an admin here", done: "not touched" },
} as const;
