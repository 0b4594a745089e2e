import { column, type ExportedTable } from "./exported-column.ts";

/** The settings as exported. */
export const settings: ExportedTable = {
  ...{ name: "settings", title: "Settings", table: "shop_settings", key: { column: "only_row::text", type: "text" }, isInner: true },
  means: "What the owner set: one row.",
  columns: [
    column("text", "name", "The shop's name."),
    column("text", "blurb", "The sentence at the foot of every page."),
    column("number", "sinceYear", "The year in which the shop began."),
    column("text", "supportEmail", "Where buyers write to."),
    column("text", "chatUrl", "The chat link."),
    column("text", "messagingUrl", "The messaging link."),
    column("text", "idCheckerUrl", "The ID checker link."),
    column("text", "adminCurrency", "The sign before the admin's amounts."),
    column("yes or no", "takesRequest", "Whether buyers may pay after the approval."),
    column("yes or no", "takesAmazon", "Whether buyers may pay with a gift card."),
    column("text", "howToPay", "How to pay, in the owner's words."),
    column("text", "timeZone", "The time zone, by its IANA name."),
    column("text", "language", "The language for visitors and emails that ask for none.", { ifMissing: () => "en" }),
    column("yes or no", "mailsIds", "Whether emails carry IDs."),
    column("yes or no", "mailsNewOrders", "Whether the owner gets an email for each new order."),
    column("text", "ownerEmail", "Where the owner's emails go."),
    column("number", "pendingOrdersMax", "How many orders one buyer may have waiting; 0: no limit, here as below."),
    column("number", "heldIdsMax", "How many IDs one buyer may hold."),
    column("number", "addressOrdersMax", "How many orders from one address may wait.", {
      ifMissing: ({ pendingOrdersMax }) => (pendingOrdersMax === 10 ? 50 : pendingOrdersMax),
    }),
    column("number", "addressIdsMax", "How many IDs orders from one address may hold.", {
      ifMissing: ({ heldIdsMax }) => (heldIdsMax === 20 ? 100 : heldIdsMax),
    }),
    column("number", "guestOrderHours", "After how many hours a guest's unpaid order is cancelled."),
    column("number", "lookUpsMax", "Orders looked up by one address in a minute."),
    column("number", "ordersMax", "Orders placed by one address in a minute."),
    column("number", "signInsMax", "Wrong passwords for one account in a minute."),
    column("number", "signUpsMax", "Accounts opened by one address in a minute."),
    column("number", "resetsMax", "Password links asked for by one address in 15 minutes."),
    column("number", "contactMessagesMax", "Messages written by one address in 10 minutes."),
    column("number", "uploadsMax", "Proofs sent by one address in a minute."),
    column("number", "eventStreamsMax", "Pages of one address that follow an order live."),
    column("number", "eraseProofsDays", "After how many days proofs are erased; 0: never, here as below."),
    column("number", "eraseCodesDays", "After how many days gift card codes are erased."),
    column("number", "eraseIdsDays", "After how many days delivered IDs are erased."),
    column("number", "instantAmountMax", "Up to how many rupees a paid order is delivered at once; 0: no limit.", {
      ifMissing: () => 2_000,
    }),
    column("number", "instantIdsMax", "How many IDs a day a buyer without an approved order gets at once; 0: no limit.", {
      ifMissing: () => 5,
    }),
    column("number", "latePaymentHours", "How long after its cancellation an order is reopened by its payment.", { ifMissing: () => 12 }),
    column("number", "paymentAskedHours", "How long an order waits for the payment that its buyer was asked for.", {
      ifMissing: () => 48,
    }),
    column("yes or no", "requiresSecondFactor", "Whether every admin has to have a second factor."),
    column("time", "updatedAt", "When they were last changed."),
  ],
};
