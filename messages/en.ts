import type { Catalogue } from "./texts.ts";

/**
 * The English texts, in ICU MessageFormat. English is the main language: its keys and placeholders
 * are those of every other. Labels of the specification are to the letter. [S11.3]
 */
export const en = {
  language: {
    locale: "en-IN",
    name: "English",
    choose: "Language",
  },

  site: {
    skipToContent: "Skip to the content",
    main: "Main",
    menu: "Menu",
    closeMenu: "Close menu",
    home: "Home",
    products: "Products",
    admin: "Admin",
    myAccount: "My Account",
    logout: "Logout",
    login: "Login",
    signUp: "Sign Up",
    quickLinks: "Quick Links",
    findYourOrder: "Find your order",
    contactUs: "Contact Us",
    writeToUs: "Write to us",
    servingSince: "Serving since {year}.",
    copyright: "© {year} {name}. All rights reserved.",
    returnHome: "Return Home",
    pictureOfShop: "A ticket beside a signal that shows green",
    colours: "Colours",
    themeOfSystem: "As the system",
    themeLight: "Light",
    themeDark: "Dark",
    opensInNewTab: "(opens in a new tab)",
    close: "Close",
    dismiss: "Dismiss",
    oneLess: "One less",
    oneMore: "One more",
    bytes: "{n} bytes",
  },
  order: {
    pageOfItsOwn: "This order has <link>a page of its own</link>, which you find again by its request code.",
  },

  parts: {
    products: "{total, plural, one {# product} other {# products}}",
    productsOnPage: "{total, plural, one {# product} other {# products}}, page {page} of {pages}",
    productsFound: "{total, plural, one {# product} other {# products}} found for “{search}”",
    productsFoundOnPage: "{total, plural, one {# product} other {# products}} found for “{search}”, page {page} of {pages}",
    manyProductsFound: "{max} products or more found for “{search}”, page {page} of {pages}",
    outOfStock: "Out of stock",
    onlyLeft: "Only {n, number} left",
    inStock: "{n, number} in stock",
    failedToFetchStock: "Failed to fetch stock",
  },

  home: {
    heading: "Train-booking IDs, checked and delivered",
    inShort: "Choose an ID, pay after approval or with a gift card, and follow your order station by station until the ID is yours.",
    inShortByRequest: "Choose an ID, pay after approval, and follow your order station by station until the ID is yours.",
    inShortByGiftCard: "Choose an ID, pay with a gift card, and follow your order station by station until the ID is yours.",
    seeProducts: "See the products",
    howItWorksButton: "How it works",
    requestCode: "REQUEST CODE",
    ourPromises: "Our promises",
    whyOrderHere: "Why people order here",
    instantDelivery: "Instant delivery",
    instantDeliveryText: "Your ID appears the moment we approve.",
    verifiedAccounts: "Verified accounts",
    verifiedAccountsText: "Each ID is checked before it goes on sale, and sold once.",
    approvedIn: "Approved in {hours} hours",
    approvedInText: "A person looks at every order. You see by when.",
    support: "24/12 support",
    supportText: "Message us with your request code and we look into it.",
    replacementGuarantee: "Replacement guarantee",
    replacementGuaranteeText: "An ID that does not work is replaced.",
    onlyForYou: "Only for your eyes",
    onlyForYouText: "Your IDs are kept encrypted and shown to you alone.",
    categories: "What you find here",
    accountIds: "Account IDs",
    accountIdsText: "One ID, one owner: checked, ready to use, sold once.",
    severalAtOnce: "Several at once",
    severalAtOnceText: "As many IDs in one order as are in stock.",
    seeStock: "See what is in stock",
    idChecker: "ID Checker",
    idCheckerText: "Find out how an ID that you have stands.",
    openChecker: "Open the checker",
    howItWorks: "How It Works",
    howItWorksInFull: "All of it, in full",
    howItWorksInShort: "From choosing an ID to having it, in four steps.",
    howItWorksDescription:
      "Four steps from choosing an ID to having it: your order, approval within {hours} hours, and a replacement for an ID that does not work.",
    fourSteps: "The four steps",
    stepNumber: "Step {n}",
    choosing: "Choose",
    choosingInShort: "Pick an ID and how many you need.",
    choosingInFull: "Every product says what it is, what it costs and how many are in stock. What you order is reserved for you at once.",
    payingEitherWay: "Pay your way",
    payingEitherWayInShort: "Request first, or pay with a gift card.",
    requesting: "Request first",
    requestingInShort: "Order now, pay after approval.",
    payingAfterwards: "With Request First you order now and pay after approval.",
    approvalBringsHowToPay: "When we approve it, your ID and how to pay appear on its page.",
    approvalBringsId: "When we approve it, your ID appears on its page, and we tell you how to pay.",
    payingByGiftCard: "Pay with a gift card",
    payingByGiftCardInShort: "Send its code with your order.",
    payingAtOnce: "With an Amazon gift card you pay now: send its code and a screenshot.",
    approving: "We approve",
    approvingInShort: "Within {hours} hours, by a person.",
    approvingInFull: "We look at every order ourselves, within {hours} hours. Its page shows each step by itself, without a reload.",
    receiving: "Get your ID",
    receivingInShort: "It appears on your order's page.",
    receivingInFull:
      "Copy it or download it from the order's page. Its private link opens it again on any device; in your account it stays for good.",
    twoWaysToPay: "Two ways to pay",
    howToPay: "How to pay",
    requestFirst: "Request First",
    requestFirstExplained: "Order first and pay after approval.",
    amazonGiftCard: "Amazon Gift Card",
    amazonGiftCardExplained:
      "Pay with your order: its code of up to {max} letters and digits, and a screenshot of the card. Only we see them.",
    promises: "What we promise",
    approvalPromise: "Approval",
    approvalPromised: "Within {hours} hours of your order. Its page says by when.",
    replacementPromise: "Replacement",
    replacementPromised: "An ID that does not work is replaced: name the request code to our support.",
    cancellingPromise: "Cancelling",
    cancellingPromised: "While an order is pending you can take it back yourself, on its page.",
    testimonials: "What buyers say",
    testimonialOfRavi: "I ordered in the evening and had the ID the next morning. The order's page told me each step by itself.",
    ravi: "Ravi",
    pune: "Pune",
    testimonialOfMeera: "No account, no calls. I kept the private link, opened it on my phone, and the ID was there to copy.",
    meera: "Meera",
    kochi: "Kochi",
    testimonialOfImran: "One of my three IDs did not work. I wrote to them with the request code and got another one.",
    imran: "Imran",
    lucknow: "Lucknow",
    sampleFrom: "{place} · sample",
    pause: "Pause",
    paused: "Paused",
    alreadyOrdered: "Already ordered?",
    alreadyOrderedHint: "Type your request code and see how your order stands.",
    nextJourney: "Your next journey begins with an ID",
    nextJourneyHint: "No account needed. Order now, and watch your order's page.",
  },

  products: {
    title: "Products",
    titleOfPage: "Products, page {page}",
    searchTitle: "Search: {search}",
    description: "Account IDs for train booking with price and live stock. Each is checked before it is handed over, and sold once.",
    everyIdIsChecked: "Every ID is checked before it is handed over, and is sold once.",
    searchProducts: "Search products",
    searchPlaceholder: "Search...",
    search: "Search",
    seeDetails: "See details",
    seeDetailsOf: "See details: {product}",
    buyNow: "Buy Now",
    buyNowOf: "Buy Now: {product}",
    pages: "Pages",
    page: "Page {page}",
    ofPages: "of {pages}",
    previous: "Previous",
    next: "Next",
    nothingFoundFor: "Nothing was found for “{words}”.",
    tryOtherWords: "Try fewer or other words.",
    showAll: "Show all products",
    nothingOnSale: "Nothing is on sale right now.",
    nothingOnSaleHint: "New IDs come in often. Please look in again soon.",
    networkNotOk: "Network response was not ok",
    error: "Error: {sentence}",
    tryAgain: "Try again",
  },

  product: {
    products: "Products",
    aboutProduct: "About this product",
    approvedWithin: "Approved within {hours} hours",
    verifiedAccounts: "Verified accounts",
    replacementGuarantee: "Replacement guarantee",
    sampleNotForSale: "This is a sample product. It cannot be ordered.",
    orderedHere: "Your order {code} was placed. It is waiting for you on its page.",
    seeOrder: "See the order",
    orderAnother: "Order another",
    productNotFound: "Product not found",
    shopUnavailable: "The shop cannot be reached right now. Please try again in a moment.",
  },

  contact: {
    title: "Contact",
    description: "Write to us, or reach us by e-mail, chat or message.",
    heading: "Contact us",
    nameRequestCode: "Is it about an order? Then name its request code: it begins with REQ-.",
    writeToUs: "Write to us",
    name: "Name",
    email: "E-mail",
    emailHint: "We answer to this address.",
    message: "Message",
    leaveEmpty: "Leave this empty",
    sendMessage: "Send message",
    messageSent: "Thank you. Your message has arrived.",
    messageSentHint: "A person reads it and answers to your e-mail address.",
    seeProducts: "See the products",
    writeAnother: "Write another message",
    otherWays: "Other ways",
  },

  notFound: {
    title: "Page not found",
    description: "There is no page at this address.",
    heading: "Oops! Page Not Found",
    explanation: "The page you're looking for doesn't exist or has been moved.",
    returnHome: "Return Home",
    contactSupport: "Contact Support",
    trySearching: "Or try searching:",
  },

  signIn: {
    //
  },

  account: {
    //
  },

  session: {
    //
  },

  adminFrame: {
    //
  },

  adminQueue: {
    //
  },

  adminOrder: {
    //
  },

  adminProcessed: {
    //
  },

  adminActivity: {
    //
  },

  adminExport: {
    //
  },

  adminProducts: {
    //
  },

  adminIds: {
    //
  },

  adminImports: {
    //
  },

  adminWebhooks: {
    //
  },

  adminSettings: {
    //
  },

  adminMigration: {
    //
  },

  adminEmails: {
    //
  },

  adminMessages: {
    //
  },

  adminCustomers: {
    //
  },

  adminSecondFactor: {
    //
  },

  adminApiKeys: {
    //
  },

  refusals: {
    //
  },
} as const satisfies Catalogue;
