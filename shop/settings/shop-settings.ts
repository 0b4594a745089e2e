/** What the owner can set about the shop. An address or link that is null is not set, and not shown. [S1.3] [S1.8] */
export type ShopSettings = {
  name: string;
  blurb: string;
  sinceYear: number;
  supportEmail: string | null;
  chatUrl: string | null;
  messagingUrl: string | null;
  idCheckerUrl: string | null;
  /** The label before the admin's amounts. [S9.3] */
  adminCurrency: "₹" | "$";
};
