import type { Translation } from "./texts.ts";

/** The Hindi texts. Short and polite, with common English words as people write them. [S11.1] */
export const hi: Translation = {
  language: {
    locale: "hi-IN",
    name: "हिन्दी",
    choose: "भाषा",
  },

  site: {
    skipToContent: "सीधे मुख्य भाग पर जाएँ",
    main: "मुख्य",
    menu: "मेन्यू",
    closeMenu: "मेन्यू बंद करें",
    home: "होम",
    products: "प्रोडक्ट",
    admin: "एडमिन",
    myAccount: "मेरा अकाउंट",
    logout: "लॉगआउट",
    login: "लॉगिन",
    signUp: "साइन अप",
    quickLinks: "ज़रूरी लिंक",
    findYourOrder: "अपना ऑर्डर खोजें",
    contactUs: "संपर्क करें",
    writeToUs: "हमें लिखें",
    servingSince: "{year} से आपकी सेवा में।",
    copyright: "© {year} {name}। सर्वाधिकार सुरक्षित।",
    returnHome: "होम पर लौटें",
    pictureOfShop: "हरे सिग्नल के पास एक टिकट",
    colours: "रंग",
    themeOfSystem: "सिस्टम जैसा",
    themeLight: "हल्का",
    themeDark: "गहरा",
    opensInNewTab: "(नए टैब में खुलेगा)",
    close: "बंद करें",
    dismiss: "हटाएँ",
    oneLess: "एक कम",
    oneMore: "एक ज़्यादा",
    bytes: "{n} बाइट",
  },
  order: {
    pageOfItsOwn: "इस ऑर्डर का <link>अपना पेज</link> है, जिसे आप रिक्वेस्ट कोड से कभी भी खोज सकते हैं।",
  },

  parts: {
    products: "{total, plural, other {# प्रोडक्ट}}",
    productsOnPage: "{total, plural, other {# प्रोडक्ट}}, {pages} में से पेज {page}",
    productsFound: "“{search}” के लिए {total, plural, other {# प्रोडक्ट}} मिले",
    productsFoundOnPage: "“{search}” के लिए {total, plural, other {# प्रोडक्ट}} मिले, {pages} में से पेज {page}",
    manyProductsFound: "“{search}” के लिए {max} या ज़्यादा प्रोडक्ट मिले, {pages} में से पेज {page}",
    outOfStock: "स्टॉक खत्म",
    onlyLeft: "सिर्फ़ {n, number} बचे",
    inStock: "स्टॉक में {n, number}",
    failedToFetchStock: "स्टॉक लोड नहीं हो सका",
  },

  home: {
    heading: "ट्रेन बुकिंग की ID: जाँची हुई, सीधे आप तक",
    inShort: "ID चुनें, अप्रूवल के बाद या गिफ़्ट कार्ड से पेमेंट करें, और ID मिलने तक अपना ऑर्डर स्टेशन-दर-स्टेशन देखें।",
    inShortByRequest: "ID चुनें, अप्रूवल के बाद पेमेंट करें, और ID मिलने तक अपना ऑर्डर स्टेशन-दर-स्टेशन देखें।",
    inShortByGiftCard: "ID चुनें, गिफ़्ट कार्ड से पेमेंट करें, और ID मिलने तक अपना ऑर्डर स्टेशन-दर-स्टेशन देखें।",
    seeProducts: "प्रोडक्ट देखें",
    howItWorksButton: "कैसे काम करता है",
    requestCode: "रिक्वेस्ट कोड",
    ourPromises: "हमारे वादे",
    whyOrderHere: "लोग यहाँ से क्यों खरीदते हैं",
    instantDelivery: "तुरंत डिलीवरी",
    instantDeliveryText: "अप्रूव होते ही आपकी ID दिख जाती है।",
    verifiedAccounts: "वेरिफ़ाइड अकाउंट",
    verifiedAccountsText: "हर ID बिक्री से पहले जाँची जाती है और एक ही बार बिकती है।",
    approvedIn: "{hours} घंटे में अप्रूवल",
    approvedInText: "हर ऑर्डर हमारी टीम खुद देखती है। कब तक, यह आपको दिखता है।",
    support: "24/12 सपोर्ट",
    supportText: "अपने रिक्वेस्ट कोड के साथ हमें मैसेज करें, हम जाँच करेंगे।",
    replacementGuarantee: "रिप्लेसमेंट गारंटी",
    replacementGuaranteeText: "जो ID काम न करे, वह बदल दी जाती है।",
    onlyForYou: "सिर्फ़ आपके लिए",
    onlyForYouText: "आपकी ID एन्क्रिप्ट करके रखी जाती हैं और सिर्फ़ आपको दिखती हैं।",
    categories: "यहाँ क्या मिलता है",
    accountIds: "अकाउंट ID",
    accountIdsText: "एक ID, एक मालिक: जाँची हुई, इस्तेमाल के लिए तैयार, एक ही बार बिकने वाली।",
    severalAtOnce: "एक साथ कई",
    severalAtOnceText: "एक ही ऑर्डर में उतनी ID, जितनी स्टॉक में हों।",
    seeStock: "स्टॉक देखें",
    idChecker: "ID चेकर",
    idCheckerText: "जानें कि आपकी ID की स्थिति क्या है।",
    openChecker: "चेकर खोलें",
    howItWorks: "यह कैसे काम करता है",
    howItWorksInFull: "पूरी जानकारी देखें",
    howItWorksInShort: "ID चुनने से पाने तक, चार स्टेप में।",
    howItWorksDescription: "ID चुनने से पाने तक चार स्टेप: आपका ऑर्डर, {hours} घंटे में अप्रूवल, और काम न करने वाली ID के बदले दूसरी।",
    fourSteps: "चार स्टेप",
    stepNumber: "स्टेप {n}",
    choosing: "चुनें",
    choosingInShort: "ID चुनें और बताएँ कि कितनी चाहिए।",
    choosingInFull: "हर प्रोडक्ट पर लिखा है कि वह क्या है, कितने का है और स्टॉक में कितना है। ऑर्डर करते ही वह आपके लिए रिज़र्व हो जाता है।",
    payingEitherWay: "अपने तरीके से पेमेंट करें",
    payingEitherWayInShort: "पहले रिक्वेस्ट करें, या गिफ़्ट कार्ड से पेमेंट करें।",
    requesting: "पहले रिक्वेस्ट करें",
    requestingInShort: "अभी ऑर्डर करें, अप्रूवल के बाद पेमेंट करें।",
    payingAfterwards: "“पहले रिक्वेस्ट” में ऑर्डर अभी होता है और पेमेंट अप्रूवल के बाद।",
    approvalBringsHowToPay: "अप्रूव होने पर आपकी ID और पेमेंट का तरीका उसके पेज पर दिखता है।",
    approvalBringsId: "अप्रूव होने पर आपकी ID उसके पेज पर दिखती है, और पेमेंट का तरीका हम बताते हैं।",
    payingByGiftCard: "गिफ़्ट कार्ड से पेमेंट करें",
    payingByGiftCardInShort: "ऑर्डर के साथ उसका कोड भेजें।",
    payingAtOnce: "Amazon गिफ़्ट कार्ड से पेमेंट अभी होता है: उसका कोड और स्क्रीनशॉट भेजें।",
    approving: "हम अप्रूव करते हैं",
    approvingInShort: "{hours} घंटे के अंदर, हमारी टीम खुद।",
    approvingInFull: "हम हर ऑर्डर {hours} घंटे के अंदर खुद देखते हैं। उसके पेज पर हर स्टेप अपने आप दिखता है, रीलोड किए बिना।",
    receiving: "अपनी ID पाएँ",
    receivingInShort: "यह आपके ऑर्डर के पेज पर दिखती है।",
    receivingInFull: "इसे ऑर्डर के पेज से कॉपी या डाउनलोड करें। निजी लिंक से यह किसी भी डिवाइस पर फिर खुलती है, और आपके अकाउंट में हमेशा रहती है।",
    twoWaysToPay: "पेमेंट के दो तरीके",
    howToPay: "पेमेंट कैसे करें",
    requestFirst: "पहले रिक्वेस्ट",
    requestFirstExplained: "पहले ऑर्डर करें, अप्रूवल के बाद पेमेंट करें।",
    amazonGiftCard: "Amazon गिफ़्ट कार्ड",
    amazonGiftCardExplained: "ऑर्डर के साथ पेमेंट करें: कार्ड का कोड ({max} तक अक्षर और अंक) और उसका स्क्रीनशॉट भेजें। इन्हें सिर्फ़ हम देखते हैं।",
    promises: "हमारा वादा",
    approvalPromise: "अप्रूवल",
    approvalPromised: "आपके ऑर्डर के {hours} घंटे के अंदर। समय उसके पेज पर लिखा रहता है।",
    replacementPromise: "रिप्लेसमेंट",
    replacementPromised: "जो ID काम न करे, वह बदली जाती है: हमारे सपोर्ट को रिक्वेस्ट कोड बताएँ।",
    cancellingPromise: "कैंसिल करना",
    cancellingPromised: "पेंडिंग ऑर्डर उसके पेज पर खुद कैंसिल किया जा सकता है।",
    testimonials: "खरीदार क्या कहते हैं",
    testimonialOfRavi: "शाम को ऑर्डर किया और अगली सुबह ID मिल गई। ऑर्डर के पेज ने हर स्टेप अपने आप बताया।",
    ravi: "रवि",
    pune: "पुणे",
    testimonialOfMeera: "न अकाउंट, न कॉल। मैंने निजी लिंक संभालकर रखा, फ़ोन पर खोला, और ID कॉपी करने के लिए तैयार थी।",
    meera: "मीरा",
    kochi: "कोच्चि",
    testimonialOfImran: "मेरी तीन में से एक ID नहीं चली। मैंने रिक्वेस्ट कोड के साथ लिखा और दूसरी मिल गई।",
    imran: "इमरान",
    lucknow: "लखनऊ",
    sampleFrom: "{place} · नमूना",
    pause: "रोकें",
    paused: "रुका हुआ",
    alreadyOrdered: "ऑर्डर कर दिया है?",
    alreadyOrderedHint: "अपना रिक्वेस्ट कोड डालें और ऑर्डर की स्थिति देखें।",
    nextJourney: "आपका अगला सफ़र एक ID से शुरू होता है",
    nextJourneyHint: "अकाउंट की ज़रूरत नहीं। अभी ऑर्डर करें और ऑर्डर का पेज देखते रहें।",
  },

  products: {
    title: "प्रोडक्ट",
    titleOfPage: "प्रोडक्ट, पेज {page}",
    searchTitle: "खोज: {search}",
    description: "ट्रेन बुकिंग के लिए अकाउंट ID, कीमत और लाइव स्टॉक के साथ। हर ID देने से पहले जाँची जाती है और एक ही बार बिकती है।",
    everyIdIsChecked: "हर ID देने से पहले जाँची जाती है और एक ही बार बिकती है।",
    searchProducts: "प्रोडक्ट खोजें",
    searchPlaceholder: "खोजें...",
    search: "खोजें",
    seeDetails: "विवरण देखें",
    seeDetailsOf: "विवरण देखें: {product}",
    buyNow: "अभी खरीदें",
    buyNowOf: "अभी खरीदें: {product}",
    pages: "पेज",
    page: "पेज {page}",
    ofPages: "/ {pages}",
    previous: "पिछला",
    next: "अगला",
    nothingFoundFor: "“{words}” के लिए कुछ नहीं मिला।",
    tryOtherWords: "कम या दूसरे शब्दों से खोजें।",
    showAll: "सभी प्रोडक्ट देखें",
    nothingOnSale: "अभी बिक्री के लिए कुछ नहीं है।",
    nothingOnSaleHint: "नई ID अक्सर आती हैं। थोड़े समय बाद फिर देखें।",
    networkNotOk: "नेटवर्क से सही जवाब नहीं मिला",
    error: "गड़बड़ी: {sentence}",
    tryAgain: "फिर कोशिश करें",
  },

  product: {
    products: "प्रोडक्ट",
    aboutProduct: "इस प्रोडक्ट के बारे में",
    approvedWithin: "{hours} घंटे में अप्रूवल",
    verifiedAccounts: "वेरिफ़ाइड अकाउंट",
    replacementGuarantee: "रिप्लेसमेंट गारंटी",
    sampleNotForSale: "यह नमूना प्रोडक्ट है। इसे ऑर्डर नहीं किया जा सकता।",
    orderedHere: "आपका ऑर्डर {code} हो गया है। वह अपने पेज पर आपका इंतज़ार कर रहा है।",
    seeOrder: "ऑर्डर देखें",
    orderAnother: "एक और ऑर्डर करें",
    productNotFound: "प्रोडक्ट नहीं मिला",
    shopUnavailable: "शॉप से अभी संपर्क नहीं हो पा रहा है। थोड़ी देर में फिर कोशिश करें।",
  },

  contact: {
    title: "संपर्क",
    description: "हमें लिखें, या ईमेल, चैट या मैसेज से संपर्क करें।",
    heading: "संपर्क करें",
    nameRequestCode: "बात किसी ऑर्डर की है? उसका रिक्वेस्ट कोड लिखें: वह REQ- से शुरू होता है।",
    writeToUs: "हमें लिखें",
    name: "नाम",
    email: "ईमेल",
    emailHint: "हम इसी पते पर जवाब देते हैं।",
    message: "मैसेज",
    leaveEmpty: "इसे खाली छोड़ें",
    sendMessage: "मैसेज भेजें",
    messageSent: "धन्यवाद। आपका मैसेज मिल गया।",
    messageSentHint: "हमारी टीम इसे पढ़कर आपके ईमेल पर जवाब देती है।",
    seeProducts: "प्रोडक्ट देखें",
    writeAnother: "एक और मैसेज लिखें",
    otherWays: "और तरीके",
  },

  notFound: {
    title: "पेज नहीं मिला",
    description: "इस पते पर कोई पेज नहीं है।",
    heading: "ओह! पेज नहीं मिला",
    explanation: "आप जो पेज खोज रहे हैं, वह मौजूद नहीं है या उसकी जगह बदल गई है।",
    returnHome: "होम पर लौटें",
    contactSupport: "सपोर्ट से संपर्क करें",
    trySearching: "या खोजकर देखें:",
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
};
