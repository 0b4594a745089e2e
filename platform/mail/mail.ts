/** An email ready to send, with its secrets filled in. Addresses are plain, without a name. */
export type Message = {
  /** The same in every attempt, so that mail programs show the email once. */
  id: string;
  to: string[];
  /** The address for replies, if not the sender. */
  replyTo: string | null;
  /** The name shown beside the sender's address, if the operator set none. */
  senderName: string;
  subject: string;
  text: string;
  html: string;
  /** The page that unsubscribes the recipient, for the button of mail programs. */
  unsubscribeLink?: string | null;
};

/** The result of an attempt. */
export type Delivery<Problem = MailProblem> = { ok: true } | { ok: false; isForGood: boolean; problem: Problem };

/**
 * Why an email was not sent: the key of a text, and the mail server's number or the system's error,
 * such as ` (550)`. It repeats no address, no secret and none of the mail server's words.
 */
export type MailProblem =
  | { code: "mailNotEncrypted" | "mailAddressUnusable" }
  | {
      code: "mailPasswordRefused" | "mailServerUnreachable" | "mailSenderRefused" | "mailRefusedForGood" | "mailRefusedForNow";
      words: { error: string };
    };

/**
 * Configured mail. `origin` is the shop's own address: links in emails begin with it. It sends at
 * most `connections` messages at once; more wait for these.
 */
export type WorkingMail = { isOn: true; origin: string; connections: number; send(message: Message): Promise<Delivery> };

/** How emails are sent, or that they are not. */
export type Mail = WorkingMail | { isOn: false };

/** No mail is configured: emails are only stored. */
export const noMail: Mail = { isOn: false };
