/** English texts that tests still name here. The application has its texts in `messages/`. */
export const messages = {
  failedToCopyIds: "Failed to copy IDs",
  failedToDownloadIds: (msg: string) => `Failed to download IDs: ${msg}`,
  failedToConnect: "Failed to connect to server",
  copiedToClipboard: "Copied to clipboard!",
  idsCopied: "IDs copied to clipboard!",
  loading: "Loading...",
  cookiesNeeded: "You need cookies to log in. If it doesn't work, allow cookies for this site.",
  cookiesBlocked: "Your browser blocks cookies. Allow them for this site to log in.",
  keepLinkWithoutCookies:
    "Your browser blocks cookies, so this page can't show your IDs later. Save this link: it opens your order where cookies are allowed.",
  proxyUnnamed: "Visitors seem to come through a proxy that the shop was not told about: limits may then meet all of them together.",
  charactersRemoved: (codes: readonly string[]) => `Removed: ${[...new Set(codes)].join(", ")}`,
  newProofNotNeeded: "A new payment proof is not needed any more: an admin decided meanwhile.",
  resetLinkSent:
    "If there is an account with this e-mail address, a link to set a new password is on its way. It works once, for one hour.",
  resetLinkKept:
    "If there is an account with this e-mail address, we have now made a link to set a new password. It works once, for one hour.",
  passwordReset: "Your new password is set. Please log in with it.",
  accountDeleted: "Your account was deleted.",
  youWereLoggedOut: "You were logged out",
  typedIsKept: "What you typed is still here. Log in in a new tab, come back, and send it again.",
  takenOut: (names: string) => `Taken out: ${names}.`,
  idsDeleted: (n: number) => `${n === 1 ? "1 ID was" : `${n} IDs were`} deleted.`,
  skippedIds: (n: number) =>
    `${n} ${n === 1 ? "line was" : "lines were"} skipped, because the product has ${n === 1 ? "that ID" : "those IDs"} already.`,
  nothingToImport: "None of these lines can be added. What was found stands below.",
  nothingAddedYet: "Nothing has been added yet. What is not added is forgotten after a day.",
  newOrdersCame: (n: number) => `${n === 1 ? "1 new order has" : `${n} new orders have`} come in.`,
  nothingFoundFor: (words: string) => `Nothing was found for “${words}”.`,
  noRequestsFound: "No order was found by these filters.",
  approveOrdersAsk: (orders: number, ids: number) =>
    `Approve ${orders === 1 ? "this order" : `these ${orders} orders`} with the ${ids === 1 ? "ID" : `${ids} IDs`} reserved for ${orders === 1 ? "it" : "them"}? This cannot be undone.`,
  orderedHere: (code: string) => `Your order ${code} was placed. It is waiting for you on its page.`,
  orderIsNow: (code: string, status: string) => `Order ${code} is ${status} now.`,
  orderChecked: "Many orders come from your connection. Your browser does a short check, then your order goes on by itself…",
  pictureSentAgain: "The connection broke. Your picture is sent again by itself, for up to 10 minutes.",
  backupsOld: "No daily backup could be made for two days; the shop's log says why. The last good one is from",
  noOpenMessages: "No message is waiting for an answer.",
  noHandledMessages: "No message has been handled yet.",
} as const;
