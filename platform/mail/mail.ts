/** One letter on its way: whole, with its secrets filled in. Addresses are plain ones, without a name. */
export type Message = {
  /** Stays the same however often the letter is tried, so that a reader sees it once. */
  id: string;
  to: string[];
  /** Where an answer goes, when not to the sender. */
  replyTo: string | null;
  /** The name shown beside the sender's address, when the operator gave none. */
  senderName: string;
  subject: string;
  text: string;
  html: string;
};

/** What became of it. `problem` is safe to show and to log: it repeats no address, no secret and nothing that the mail server wrote. */
export type Delivery = { ok: true } | { ok: false; isForGood: boolean; problem: string };

/** Mail that is set up. `origin` is the shop's own address: links in letters begin with it, and with nothing else. */
export type WorkingMail = { isOn: true; origin: string; send(message: Message): Promise<Delivery> };

/** How letters leave the shop, or that they do not. */
export type Mail = WorkingMail | { isOn: false };

/** No mail is set up: letters are only kept. */
export const noMail: Mail = { isOn: false };
