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
  },
  order: {
    pageOfItsOwn: "इस ऑर्डर का <link>अपना पेज</link> है, जिसे आप रिक्वेस्ट कोड से कभी भी खोज सकते हैं।",
  },

  parts: {
    //
  },

  home: {
    //
  },

  products: {
    //
  },

  product: {
    //
  },

  contact: {
    //
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
