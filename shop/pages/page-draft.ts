import type { Texts } from "#messages/texts.ts";
import { escapeContent } from "#shop/escape-markup.ts";
import { APPROVAL_MAX_HOURS, APPROVAL_MIN_HOURS } from "../constants.ts";
import type { ShopSettings } from "../settings/shop-settings.ts";
import type { PageSlug, PageText } from "./page.ts";

type Words = Texts<"pageDrafts">;

/** A part of a draft: its heading, then paragraphs and lists. What does not apply is null. */
type Part = [heading: string | null, ...content: (string | string[] | null)[]];

/**
 * A first text of a page, which says what the shop does with its present settings and payment
 * methods. The owner reads and changes it before it is published. [S10.14]
 */
export function pageDraft(texts: Words, slug: PageSlug, settings: ShopSettings): PageText {
  const { title, parts } = drafts[slug](texts, settings);
  return { title, html: parts.map(htmlOf).join("\n\n") };
}

const drafts = { terms, privacy, refunds, delivery, about } as const satisfies Record<PageSlug, unknown>;

const hours = { min: APPROVAL_MIN_HOURS, max: APPROVAL_MAX_HOURS };

/**
 * How orders are paid by the methods that are on: providers confirm payments themselves, and for
 * any other method a person looks at the order.
 */
function waysOf({ takesRequest, takesAmazon, takesUpi, takesRazorpay, takesStripe }: ShopSettings) {
  const isInstant = takesRazorpay || takesStripe;
  return { isInstant, isReviewed: takesRequest || takesAmazon || takesUpi || !isInstant, isPaidOnline: takesUpi || isInstant };
}

/** When an unpaid order ends, by the methods that are on. */
function endsUnpaid(texts: Words, settings: ShopSettings): (string | null)[] {
  const { takesRequest, guestOrderHours } = settings;
  return [
    takesRequest && guestOrderHours > 0 ? texts("guestOrderExpires", { hours: guestOrderHours }) : null,
    waysOf(settings).isPaidOnline ? texts("unpaidIsCancelled") : null,
  ];
}

/** What happens if an ID does not work, with the hours to say so. [S15.1] */
function idIsReplaced(texts: Words, { claimHours }: ShopSettings): string {
  return claimHours > 0 ? texts("idIsReplacedWithin", { hours: claimHours }) : texts("idIsReplaced");
}

function terms(texts: Words, settings: ShopSettings) {
  const { isInstant, isReviewed } = waysOf(settings);
  const parts: Part[] = [
    [texts("whoWeAre"), texts("whoSells", { shop: settings.name }), writeTo(texts, settings)],
    [
      texts("yourOrder"),
      texts("whatIsSold"),
      isReviewed ? texts("orderIsReserved", hours) : texts("reservedUntilPaid"),
      texts("cancelUntilApproved"),
      ...endsUnpaid(texts, settings),
    ],
    [
      texts("payment"),
      [
        settings.takesRequest ? texts("payAfterApproval") : null,
        settings.takesAmazon ? texts("payByGiftCard") : null,
        settings.takesUpi ? texts("payByUpi") : null,
        isInstant ? texts("payOnline") : null,
      ].filter((way) => way !== null),
    ],
    [texts("delivery"), texts(isInstant ? "idsOnOrderPageWhenPaid" : "idsOnOrderPage"), texts("linkIsPrivate")],
    [texts("ifIdFails"), idIsReplaced(texts, settings)],
    [texts("fairUse"), texts("useLawfully"), texts("mayReject")],
    [texts("law"), texts("lawOfIndia")],
  ];
  return { title: texts("termsTitle"), parts };
}

function privacy(texts: Words, settings: ShopSettings) {
  const { isInstant, isPaidOnline } = waysOf(settings);
  const stored = [
    texts("storedOrder"),
    texts("storedEmail"),
    texts("storedAccount"),
    settings.takesAmazon ? texts("storedGiftCard") : null,
    settings.takesUpi ? texts("storedUtr") : null,
    settings.takesUpi ? texts("storedBankLine") : null,
    isInstant ? texts("storedOnline") : null,
    texts("storedMessages"),
    texts("storedAddress"),
  ].filter((one) => one !== null);
  const erased = [
    settings.takesAmazon ? lasting(texts, "proofsErased", "proofsStay", settings.eraseProofsDays) : null,
    settings.takesAmazon ? lasting(texts, "codesErased", "codesStay", settings.eraseCodesDays) : null,
    isPaidOnline ? lasting(texts, "payersErased", "payersStay", settings.eraseProofsDays) : null,
    lasting(texts, "idsErased", "idsStay", settings.eraseIdsDays),
    lasting(texts, "messagesErased", "messagesStay", settings.eraseMessagesDays),
    texts("ordersStay"),
  ].filter((one) => one !== null);
  const parts: Part[] = [
    [texts("whatWeStore"), stored],
    [texts("whyWeStore"), texts("purposes"), texts("noTrackers")],
    [texts("howLong"), erased],
    [texts("cookies"), texts("cookiesSet")],
    [texts("whoSees"), texts("adminsAndHosts"), isInstant ? texts("providerSees") : null],
    [texts("yourRights"), texts("dataInAccount"), writeTo(texts, settings)],
  ];
  return { title: texts("privacyTitle"), parts };
}

function refunds(texts: Words, settings: ShopSettings) {
  const parts: Part[] = [
    [texts("cancelling"), texts("cancelUntilApproved"), ...endsUnpaid(texts, settings)],
    [texts("afterApproval"), texts("idIsSeen"), idIsReplaced(texts, settings), texts("refundWithoutReplacement")],
    [texts("paidInVain"), texts("moneyGoesBack"), settings.takesAmazon ? texts("giftCardGoesBack") : null],
    [texts("howToAsk"), texts("nameRequestCode"), writeTo(texts, settings)],
  ];
  return { title: texts("refundsTitle"), parts };
}

function delivery(texts: Words, settings: ShopSettings) {
  const { isInstant, isReviewed } = waysOf(settings);
  const reviewed = isReviewed ? texts(isInstant ? "othersReviewedWithin" : "reviewedWithin", hours) : null;
  const parts: Part[] = [
    [texts("nothingShipped"), texts("idsOnWebsite"), texts("deliveryIsFree")],
    [
      texts("when"),
      reviewed,
      isReviewed ? texts("idsAtApproval") : null,
      isInstant ? texts(isReviewed ? "idsPaidOnline" : "idsWhenPaid") : null,
      texts(settings.mailsIds ? "idsByEmail" : "newsByEmail"),
    ],
    [texts("where"), texts("orderIsOpenedBy"), texts("linkIsPrivate")],
    [texts("ifSomethingIsMissing"), texts("nameRequestCode"), writeTo(texts, settings)],
  ];
  return { title: texts("deliveryTitle"), parts };
}

function about(texts: Words, settings: ShopSettings) {
  const parts: Part[] = [
    [null, settings.blurb || null, texts("sellingSince", { shop: settings.name, year: String(settings.sinceYear) })],
    [
      texts("howWeWork"),
      [texts(waysOf(settings).isInstant ? "instantOrReviewed" : "personReviews"), texts("soldOnce"), idIsReplaced(texts, settings)],
    ],
    [texts("contact"), writeTo(texts, settings), grievances(texts, settings)],
  ];
  return { title: texts("aboutTitle", { shop: settings.name }), parts };
}

function writeTo(texts: Words, { supportEmail }: ShopSettings): string {
  return supportEmail === null ? texts("useContactPage") : texts("writeTo", { email: supportEmail });
}

/** Who hears grievances; null: nobody is named. [S14.15] */
function grievances(texts: Words, { grievanceName, grievanceContact }: ShopSettings): string | null {
  const officer = [grievanceName, grievanceContact].filter(Boolean).join(", ");
  return officer === "" ? null : texts("grievanceOfficerIs", { officer });
}

/** How long something is stored: 0 days means for good. */
function lasting(
  texts: Words,
  after: "proofsErased" | "codesErased" | "payersErased" | "idsErased" | "messagesErased",
  never: "proofsStay" | "codesStay" | "payersStay" | "idsStay" | "messagesStay",
  days: number,
): string {
  return days > 0 ? texts(after, { days }) : texts(never);
}

/**
 * Each paragraph stands on a line of its own, because the owner edits the HTML. Texts are escaped
 * as `cleanHtml` does it, so that a draft is stored as it is.
 */
function htmlOf([heading, ...content]: Part): string {
  const written = content.flatMap((one) => {
    if (one === null) return [];
    if (typeof one === "string") return [`<p>${escapeContent(one)}</p>`];
    return ["<ul>", ...one.map((item) => `<li>${escapeContent(item)}</li>`), "</ul>"];
  });
  return [...(heading === null ? [] : [`<h3>${escapeContent(heading)}</h3>`]), ...written].join("\n");
}
