/** Providers that ignore dots in the name of a mailbox, under the name of the one that they are. */
const ignoringDots: Readonly<Record<string, string>> = { "gmail.com": "gmail.com", "googlemail.com": "gmail.com" };

/**
 * The mailbox that an email address leads to, as far as its text says: in lowercase, without
 * `+anything`, and without dots where the provider ignores them. Limits count by it, because one
 * mailbox has as many addresses as its owner likes. Nothing is ever sent to it.
 */
export function mailboxOf(address: string): string {
  const [, name = "", domain = ""] = /^(.*)@(.*)$/s.exec(address.trim().toLowerCase()) ?? [];
  const provider = Object.hasOwn(ignoringDots, domain) ? ignoringDots[domain] : undefined;
  const bare = name.replace(/(?<=.)\+.*$/s, "");
  return `${provider === undefined ? bare : bare.replaceAll(".", "")}@${provider ?? domain}`;
}
