/** An amount of rupees; what follows its digits is no part of it. */
const MONEY = String.raw`(?:Rs\.?|INR\.?|₹) ?(?<amount>\d[\d,]{0,17}(?:\.\d{1,2})?)(?![.,]?\d)`;
const BARE_MONEY = MONEY.replace("INR\\.?|₹)", "INR\\.?|₹|(?=\\d))");

/** The last digits of an account, which banks mask in many ways. */
const ACCOUNT = String.raw`(?:your )?(?:(?:[a-z]{2,12} )?Bank )?(?:A\/c|Acct|Account|AC)\.?(?: ?no\.?| ?number)?(?: ending(?: with| in)?)? ?[X*N.-]{0,20} ?(?<account>\d{3,6})(?!\d)`;

/** What banks begin with. Nothing that a payer can write stands before the amount. */
const HEAD = String.raw`^(?:(?:Dear (?:Customer|Sir\/Madam|SBI User|UPI User)|Credit Alert|Update|Alert|Money Received|(?:HDFC|ICICI|Axis|Kotak|IDBI)(?: Bank)?|SBI) ?[-,!:.]{0,2} ?){0,3}`;

/**
 * How banks say that money came into an account, each from the beginning of the text to the end of
 * what the bank alone writes.
 */
const bankForms = [
  `${MONEY} (?:is |has been |was )?(?:successfully )?(?:credited|deposited)(?: to| in| into)?(?: the)? ${ACCOUNT}`,
  `${ACCOUNT}(?: ?- ?| is | has been | was | )credited (?:with|by|for) ${BARE_MONEY}`,
  `Received ${MONEY} (?:on [\\da-z/-]{6,12} )?in ${ACCOUNT}`,
].map((form) => new RegExp(HEAD + form, "i"));

/** How payment apps say so. They name no account. */
const appForms = [
  new RegExp(`^(?:(?:Money|Payment) Received ?[-:!]? ?)?Received ${MONEY} from `, "i"),
  new RegExp(`^(?:(?:Money|Payment) Received ?[-:!]? ?)?${MONEY} received from `, "i"),
];

/**
 * The form that begins with the payer's name, so it has to be the whole text, with one amount:
 * the name may be made to look like another.
 */
const NAME_FIRST = new RegExp(`^(?:(?!(?:Rs|INR)\\.? ?\\d)[^₹]){1,80} paid you ${MONEY}\\.?(?: UPI transaction ID:? ?\\d{12}\\.?)?$`, "i");

/** The bank's own word for money that comes back, right behind the account or the day. */
const TAKEN_BACK =
  /^[ .,]{0,3}(?:on (?:date )?[\da-z/-]{6,12}[ .,]{0,3})?(?:(?:as|for|towards|due to|by) )?(?:(?:a|the) )?(?:reversal|reversed|refund|return)\b/i;

/** An amount behind the first, and the words of a balance that may stand right before it. */
const OTHER_AMOUNT = /(?:Rs\.?|INR\.?|₹) ?\d/gi;
const BALANCE = /\bbal(?:ance)?(?: is)?[ :.-]{0,3}$/i;

/** What a text says before the payer's part, by the form that it has. */
type AlertHead = { amount: string; account: string | null; isOfBank: boolean; isReversal: boolean };

/**
 * Finds the form of a text in one line: what it says of money that came, before anything that a
 * payer can write. `unclear` is a bank's text with a second amount that is no balance: an unknown app may
 * begin with a payer's name that looks like one. Null for every other text. [S16.3]
 */
export function alertHead(text: string): AlertHead | "unclear" | null {
  for (const form of [...bankForms, ...appForms, NAME_FIRST]) {
    const found = form.exec(text);
    const { amount, account = null } = found?.groups ?? {};
    if (!found || !amount) continue;
    const rest = text.slice(found[0].length);
    const isOfBank = account !== null;
    if (hasAmount(rest)) return isOfBank ? "unclear" : null;
    return { amount, account, isOfBank, isReversal: isOfBank && TAKEN_BACK.test(rest.slice(0, 80)) };
  }
  return null;
}

function hasAmount(text: string): boolean {
  return [...text.matchAll(OTHER_AMOUNT)].some(({ index }) => !BALANCE.test(text.slice(Math.max(0, index - 20), index)));
}

/** Words of a text about money that came. */
const CREDIT = /credited|received|deposited|paid you|जमा|क्रेडिट|प्राप्त/i;
const AMOUNT = /(?:Rs\.?|INR\.?|₹|रु\.?|रुपये) ?[\d०-९]|[\d०-९] ?(?:रु|रुपये|₹)/i;
/**
 * Words that say for themselves that no money came: it left, is asked for, failed, went back or may
 * come, a code, advertising. Words that banks also write below a credit ("Not you?", a link, a bill)
 * do not decide.
 */
const NO_CREDIT =
  /\b(?:debit(?:ed)?(?! card)|withdrawn|spent|sent(?! you)|(?<!\b(?:share|disclose|reveal)(?: \w{1,20}){0,2} )(?:otp|password)|request(?:ed|s)?|(?:will|would|to|can) be (?:credited|received|deposited)|fail(?:ed)?|declined|unsuccessful|revers(?:ed|al)|cash ?back|offers?|loan|congratulations|won|rewards?|vouchers?|coupons?|pre-?approved)\b|डेबिट|निकाल|ओटीपी|अनुरोध|असफल|विफल|ऑफ़?र|लोन/i;

/** Whether a text that has no known form may still say that money came. [S16.3] */
export function looksLikeCredit(text: string): boolean {
  return CREDIT.test(text) && AMOUNT.test(text) && !NO_CREDIT.test(text);
}
