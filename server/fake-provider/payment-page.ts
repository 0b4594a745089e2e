import { escapeMarkup } from "#shop/escape-markup.ts";

/** A page on which a buyer pays, or does not: buttons, which post to the same address. */
export function paymentPage({ title, paise, description, back }: PaymentPage): string {
  const amount = `₹${(paise / 100).toFixed(2)}`;
  return `<!doctype html>
<html lang="en">
<meta name="viewport" content="width=device-width">
<title>${escapeMarkup(title)}</title>
<main>
  <h1>${escapeMarkup(title)}</h1>
  <p><strong>Only to try it out: no money moves here.</strong></p>
  <p>${escapeMarkup(description)}</p>
  <form method="post">
    <button name="choice" value="pay">Pay ${amount}</button>
    <button name="choice" value="fail">Let it fail</button>
  </form>
  ${back === null ? "" : `<a href="${escapeMarkup(back)}">Back to the shop</a>`}
</main>
</html>`;
}

type PaymentPage = { title: string; paise: number; description: string; back: string | null };

/** A page that says one thing. */
export function plainPage(text: string): string {
  return `<!doctype html><html lang="en"><title>${escapeMarkup(text)}</title><h1>${escapeMarkup(text)}</h1></html>`;
}
