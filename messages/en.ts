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
  },
  order: {
    pageOfItsOwn: "This order has <link>a page of its own</link>, which you find again by its request code.",
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
} as const satisfies Catalogue;
