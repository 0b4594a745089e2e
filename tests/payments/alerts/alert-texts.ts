/**
 * Texts of alerts as public test data of SMS readers has them in November 2026. Names, accounts and
 * numbers are made up; the words are the banks' and apps'. `made`: no published sample was found,
 * the words follow its neighbours.
 */

/** What a text says: an amount in paise, the account's last digits, the UTR and whether it is sure, the day if any. */
export type ExpectedCredit = {
  paise: number;
  account: string | null;
  utr: string | null;
  day?: string;
  isSure?: boolean;
  isReversal?: boolean;
};

export const credits: Record<string, [text: string, expected: ExpectedCredit]> = {
  "HDFC SMS": [
    "Credit Alert!\nRs.498.70 credited to HDFC Bank A/c XX2536 on 26-11-26 from VPA asha.v@okaxis (UPI 633012345678)",
    { paise: 49870, account: "2536", utr: "633012345678", day: "2026-11-26", isSure: true },
  ],
  "HDFC SMS of before": [
    "HDFC Bank: Rs. 1,160.00 credited to a/c XXXXXX5890 on 23-11-26 by a/c linked to VPA droy2@oksbi (UPI Ref No  633012345679).",
    { paise: 116000, account: "5890", utr: "633012345679", day: "2026-11-23", isSure: true },
  ],
  "HDFC email": [
    "Dear Customer, Rs.85.00 is successfully credited to your account **1811 by VPA asha@okaxis ASHA SHARMA on 09-11-26. Your UPI transaction reference number is 633048888888. Thank you for banking with us.",
    { paise: 8500, account: "1811", utr: "633048888888", day: "2026-11-09", isSure: true },
  ],
  "HDFC, a deposit": [
    "Update! INR 1,72,209.00 deposited in HDFC Bank A/c XX2590 on 26-NOV-26 for NEFT-CITIN20087012176.Avl bal INR 2,01,724.05",
    { paise: 17220900, account: "2590", utr: null, day: "2026-11-26" },
  ],
  "ICICI SMS": [
    "Dear Customer, Acct XX898 is credited with Rs 4024.00 on 01-Nov-26 from Mr MAHESH SHARM. UPI:633056758051-ICICI Bank.",
    { paise: 402400, account: "898", utr: "633056758051", day: "2026-11-01", isSure: true },
  ],
  "SBI SMS": [
    "Dear SBI User, your A/c X8732-credited by Rs.8000 on 26Nov26 transfer from RAJESH S Ref No 633018897182 -SBI",
    { paise: 800000, account: "8732", utr: "633018897182", day: "2026-11-26", isSure: true },
  ],
  "SBI, IMPS": [
    "Dear Customer, Your a/c no. XXXXXXXX0972 is credited by Rs.1.00 on 06-11-26 by a/c linked to mobile 7XXXXXX221-PRAVEEN VE (IMPS Ref# 633022061047)-SBI",
    { paise: 100, account: "0972", utr: "633022061047", day: "2026-11-06", isSure: true },
  ],
  "Axis SMS": [
    "INR 1,00,000.00 credited\nA/c no. XX2057\n26-11-26, 16:02:45 IST\nUPI/P2A/633065742400/KIKANI MA/ICICI Ban - Axis Bank",
    { paise: 10000000, account: "2057", utr: "633065742400", day: "2026-11-26", isSure: true },
  ],
  "Axis SMS of before": [
    "INR 5590.00 credited to A/c no. XX8926 on 26-11-26 at 11:59:28 IST. Info- UPI/P2A/633065332111/ASHA JAIN/Axis Bank - Axis Bank.",
    { paise: 559000, account: "8926", utr: "633065332111", day: "2026-11-26", isSure: true },
  ],
  "Kotak SMS": [
    "Received Rs.6000.00 in your Kotak Bank AC X7970 from nitin@ptyes on 26-11-26.UPI Ref:633042994030.",
    { paise: 600000, account: "7970", utr: "633042994030", day: "2026-11-26", isSure: true },
  ],
  "Kotak, IMPS": [
    "Received Rs. 10000.00 on 26-11-26 in your Kotak Bank A/C x2285 by an A/C linked to mobile x522. IMPS Ref no 633023524027.",
    { paise: 1000000, account: "2285", utr: "633023524027", day: "2026-11-26", isSure: true },
  ],
  "IDBI, without a UTR": [
    "IDBI Bank A/c NN49373 credited for INR 1190.00 thru UPI. Bal INR 15220.36 (incl. of chq in clg) as of 26 NOV 16:02hr. If not used by you, call 18002094324",
    { paise: 119000, account: "49373", utr: null },
  ],
  "IDBI, with a payer": [
    "Dear Customer, Acct XX373 is credited with Rs 320.00 on 26-Nov-26 from SIRAJ. UPI:633002799792 Avl Bal Rs 1635.04-IDBI Bank",
    { paise: 32000, account: "373", utr: "633002799792", day: "2026-11-26", isSure: true },
  ],
  "PhonePe notice": ["Received ₹498.70 from Anil Sharma", { paise: 49870, account: null, utr: null }],
  "Paytm notice": ["₹250 received from Amit Sharma in your bank account", { paise: 25000, account: null, utr: null }],
  "Google Pay notice": ["Asha Aravind paid you ₹500.00", { paise: 50000, account: null, utr: null }],
  "Google Pay notice, with its number": [
    "Pooja Medical paid you ₹500. UPI transaction ID: 633012312312",
    { paise: 50000, account: null, utr: "633012312312" },
  ],
  "Kotak, a reversal": [
    "Rs.1300.00 is credited to Kotak Bank a/c no. 2849 on 14-11-26 as a reversal of debit transaction (UPI Ref no 633008744738).",
    { paise: 130000, account: "2849", utr: "633008744738", day: "2026-11-14", isSure: true, isReversal: true },
  ],
  "two numbers: the payer's UPI ID has one": [
    "Credit Alert!\nRs.498.70 credited to HDFC Bank A/c XX2536 on 26-11-26 from VPA asha 633099999999 (UPI 633012345678)",
    { paise: 49870, account: "2536", utr: "633012345678", day: "2026-11-26" },
  ],
  "IDBI, without a UTR, rupees that look like a spreadsheet's day": [
    "IDBI Bank A/c **49373 credited for Rs.45000 thru UPI. Bal INR 45220.36 (incl. of chq in clg) as of 26 NOV 16:02hr.",
    { paise: 4500000, account: "49373", utr: null },
  ],
  "the bank's own number in its advice": [
    "INR 5590.00 credited to A/c no. XX8926 on 26-11-26 by ASHA JAIN. Not you? SMS BLOCKUPI to 919951860002 - Axis Bank.",
    { paise: 559000, account: "8926", utr: null, day: "2026-11-26" },
  ],
  "a payer named Reversal": [
    "Dear Customer, Acct XX898 is credited with Rs 49.70 on 26-Nov-26 from REVERSAL REFUND. UPI:633056758051-ICICI Bank.",
    { paise: 4970, account: "898", utr: "633056758051", day: "2026-11-26", isSure: true },
  ],
};

/** Texts about something else: none of them is stored. */
export const others: Record<string, string> = {
  "a debit that says credited (ICICI)":
    "ICICI Bank Acct XX171 debited with Rs 1.00 on 06-Nov-26 & Acct XX972 credited.IMPS:633022061047. Call 18002662 for dispute",
  "a debit that names who got it (ICICI)":
    "ICICI Bank Acct XX741 debited for Rs 300.00 on 26-Nov-26; Uma Petroleum credited. UPI:633091835483. Call 18002662 for dispute.",
  "a debit that says credited to (IDBI)":
    "Your a/c no. XXXXXXXXXXX9089 is debited for Rs.180.00 on 06-11-26 and credited to a/c no. XXXXXXXXXX0007  (UPI Ref no 633029270097).To block UPI services of IDBI Bank, Send SMS as UPIBLOCK",
  "a debit (HDFC)": "Amt Sent Rs.40.00\nFrom HDFC Bank A/C *5890\nTo HOTEL\nOn 26-11\nRef 633057843802\nNot You? Call 18002586161",
  "a debit (SBI)":
    "Dear UPI user A/C X5334 debited by 2000.0 on date 26Nov26 trf to CHAITANY Refno 633075090208. If not u? call 1800111109",
  "a debit (Axis)":
    "INR 50000.00 debited\nA/c no. XX2057\n26-11-26, 16:27:59\nUPI/P2A/633021815830/KIKANI\nNot you? SMS BLOCKUPI Cust ID to 919951860002\nAxis Bank",
  "a debit (Kotak)":
    "Sent Rs.100.00 from Kotak Bank AC X2285 to asha@ybl on 26-11-26.UPI Ref 633015638117. Not you, https://kotak.com/KBANKT/Fraud",
  "a request": "ICICI Bank: Rahul has requested money of Rs 2,000 from you on Google Pay. Pay only if you know the sender.",
  "a request that says received": "UPI collect request of Rs.200 received from user@bank on a/c XX1234",
  "an OTP": "123456 is your OTP for UPI payment of Rs 500 to abc@ybl. Do not share.",
  "a payment that failed": "Your UPI txn of Rs.498.70 failed. Any amount debited will be credited back to A/c XX2536. Ref 633012345678",
  "a payment that will come": "Rs.498.70 will be credited to your A/c XX2536 by 27-11-26.",
  "a payment that was declined": "Your txn of INR 4,500.00 on HDFC Card XX5678 at FLIPKART was declined",
  "advertising: cashback": "Get Rs 100 cashback credited on your first payment! Limited offer.",
  "advertising: a loan": "Rs.5,00,000 can be credited to your account today! Pre-approved personal loan. Apply https://hdfcbk.io/x",
  "advertising: a prize": "Congratulations! You won Rs.5000. Claim now and get it credited.",
  "a refund that will come": "Your refund of Rs 498.70 was initiated and will be credited to A/c XX2536.",
  "a balance": "Avl bal in A/c XX2536 as on 26-NOV-26 is INR 1,01,724.05",
  "Hindi: a debit": "आपके खाते XX1234 से रु.500.00 डेबिट किए गए। UPI 633012345678", // made
  "Hindi: an OTP": "123456 आपका ओटीपी है, रु.500 के भुगतान के लिए", // made
  "Hindi: advertising": "आपके खाते में रु.5,00,000 जमा हो सकते हैं! लोन के लिए आवेदन करें", // made
  nothing: "",
};

/** Texts that may be about money that came, and are shown to a person. */
export const unreadable: Record<string, string> = {
  "a payer who writes an amount and that it failed":
    "Credit Alert!\nRs.498.70 credited to HDFC Bank A/c XX2536 on 26-11-26 from VPA asha Rs.5 failed reversal (UPI 633012345678)",
  "Hindi: a credit": "प्रिय ग्राहक, आपके खाते XX1234 में रु.498.70 जमा किए गए। UPI 633012345678", // made
  "an amount that nobody can read": "Credit Alert!\nRs.49,8.70 credited to HDFC Bank A/c XX2536 on 26-11-26 (UPI 633012345678)",
  "an unknown form with advice below": "Your a/c XX2536 is credited INR 498.70 by UPI 633012345678. Not you? Call 1800 202 6161",
  "an unknown form with a link":
    "A/c XX2536: INR 498.70 received. Get your balance at https://bank.example. Never share your OTP or debit card PIN.",
  "an unknown form with a payer's bill": "INR 498.70 received in XX2536 for your bill due 26-11-26, pending your check",
  "an unknown bank": "Your wallet at Bank of X has received INR 498.70 from ASHA, ref 633012345678",
  "a payer whose name is an alert":
    "Dear Customer, Acct XX898 is credited with Rs 1.00 on 26-Nov-26 from Rs 498.70 credited to Acct XX898. UPI:633056758051-ICICI Bank.",
  "a name that looks like a bank's text, in a notice": "Rs.498.70 credited to HDFC Bank A/c XX2536 bal sent you ₹1.00",
  "a payer whose name is a notice": "Asha paid you ₹498.70 paid you ₹1.00",
};
