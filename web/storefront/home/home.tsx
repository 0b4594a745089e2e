import type { ReactNode } from "react";
import { Link, useRouteLoaderData } from "react-router";
import type { Texts } from "#messages/texts.ts";
import { IMAGE_LARGE_SIDE } from "#shop/catalogue/constants.ts";
import { shownIn } from "#shop/catalogue/product.ts";
import { providersOn } from "#shop/orders/payment/order-payment.ts";
import { atOnceUpTo } from "#shop/orders/payment/settling/instant-limit.ts";
import { type LandingSection, landingSections, readLandingSections } from "#shop/settings/look/landing-sections.ts";
import { listLandingProducts } from "#shop/stock/products/offered-products.server.ts";
import { requestContext } from "#web/context.ts";
import { promisedHours } from "#web/parts/order/order-stations.ts";
import { usePaymentMethods } from "#web/parts/order/payment-methods.ts";
import { ProductTile } from "#web/parts/product/product-tile.tsx";
import { pageMeta } from "#web/parts/site/page-meta.ts";
import type { loader as rootLoader } from "#web/root.tsx";
import { rich, textsOfPage, useTexts } from "#web/texts.tsx";
import { LinkButton } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Icon, type IconName } from "#web/ui/icon.tsx";
import type { Route } from "./+types/home.ts";
import { HeroPicture } from "./hero-picture.tsx";
import { Categories } from "./home-categories.tsx";
import { ownTestimonials } from "./own-testimonials.ts";
import { StepCards } from "./step-cards.tsx";
import { payingBy } from "./steps.ts";
import { SampleTestimonials, Testimonials } from "./testimonials.tsx";

export const handle = { needsNoScript: true };

/**
 * Loads the products near the top, without which the page is still whole, and the testimonials. The
 * page promises instant delivery only if it is true of each of these products. [S1.2] [S12.7] [S12.12]
 */
export async function loader({ context }: Route.LoaderArgs) {
  const { services, settings, language, incident } = context.get(requestContext);
  const products = await listLandingProducts(services).catch((error) => {
    services.log.error("landing page without products", error, { incident });
    return [];
  });
  return {
    products: products.map((product) => ({ ...shownIn(language, product), description: "" })),
    isAtOnce: providersOn(settings).length > 0 && products.length > 0 && products.every((one) => atOnceUpTo(one, settings) > 0),
    testimonials: ownTestimonials(settings, language),
    sections: readLandingSections(settings.landingSections) ?? [...landingSections],
    picture: settings.showsLandingPicture ? (settings.landingPicture ?? "drawing") : null,
  };
}

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ title: textsOfPage(matches, "home")("heading"), path: "/" }, matches);

/**
 * The home page: products, promises and the steps of an order. What rests on the owner's word comes
 * with it: reasons with a way to reach a person, categories with the ID Checker, testimonials. Needs
 * no JavaScript. [S1.2] [S2.7] [S2.8]
 */
export default function Home({ loaderData: { sections, picture, ...shop } }: Pick<Route.ComponentProps, "loaderData">) {
  const texts = useTexts("home");
  return (
    <>
      <Hero picture={picture} />
      {sections.map((name) => {
        const Section = landing[name];
        return <Section key={name} {...shop} />;
      })}
      <div className="frame pt-6 pb-12">
        <section className="on-night grid justify-items-center gap-5 rounded-sheet px-6 py-8 text-center">
          <h2 className="text-3xl">{texts("nextJourney")}</h2>
          <p className="max-w-xl text-night-soft">{texts("nextJourneyHint")}</p>
          <Ways />
        </section>
      </div>
    </>
  );
}

type Shown = Omit<Route.ComponentProps["loaderData"], "sections" | "picture">;

/** The sections between the head and the last call, in the owner's order. Some have nothing to show. [S12.12] */
const landing: Record<LandingSection, (shop: Shown) => ReactNode> = {
  products: Products,
  promises: Badges,
  steps: Steps,
  features: Features,
  categories: WhatWeSell,
  testimonials: Quotes,
};

function Products({ products }: Shown) {
  const texts = useTexts("home");
  if (products.length === 0) return null;
  return (
    <Part title={texts("availableNow")} way={{ to: "/products", text: texts("allProducts") }} className="pt-3 pb-8 sm:py-12">
      <ul className="grid gap-2 sm:grid-cols-2 lg:grid-cols-3">
        {products.map((product) => (
          <li key={product.id} className="flex">
            <ProductTile product={product} />
          </li>
        ))}
      </ul>
    </Part>
  );
}

function Steps({ isAtOnce }: Shown) {
  const texts = useTexts("home");
  return (
    <Part title={texts("howItWorks")} way={{ to: "/how-it-works", text: texts("howItWorksInFull") }}>
      <StepCards isAtOnce={isAtOnce} />
    </Part>
  );
}

/** Reasons to order here, once the owner says how to reach a person. [S1.2] */
function Features({ isAtOnce }: Shown) {
  const texts = useTexts("home");
  const settings = useSettings();
  if (!settings?.supportEmail && !settings?.chatUrl && !settings?.messagingUrl) return null;
  return (
    <Part title={texts("whyOrderHere")}>
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {featuresIn(texts, isAtOnce).map((feature) => (
          <li key={feature.icon} className="feature">
            <Icon name={feature.icon} />
            <div>
              <h3>{feature.title}</h3>
              <p className="text-soft">{feature.text}</p>
            </div>
          </li>
        ))}
      </ul>
    </Part>
  );
}

function WhatWeSell({ products }: Shown) {
  const texts = useTexts("home");
  const idCheckerUrl = useSettings()?.idCheckerUrl;
  if (!idCheckerUrl) return null;
  return (
    <Part title={texts("categories")}>
      <Categories products={products} idCheckerUrl={idCheckerUrl} />
    </Part>
  );
}

function Quotes({ testimonials }: Shown) {
  const texts = useTexts("home");
  if (testimonials?.quotes.length === 0) return null;
  return <Part title={texts("testimonials")}>{testimonials ? <Testimonials {...testimonials} /> : <SampleTestimonials />}</Part>;
}

function useSettings() {
  return useRouteLoaderData<typeof rootLoader>("root")?.settings;
}

function Hero({ picture }: { picture: string | null }) {
  const texts = useTexts("home");
  return (
    <section className="on-night overflow-hidden">
      <div className="frame grid items-center gap-8 pt-4 pb-2 md:grid-cols-[1.1fr_1fr] md:py-14">
        <div className="flex flex-col gap-1 sm:gap-5">
          <h1 className="text-2xl font-extrabold sm:text-5xl">{texts("heading")}</h1>
          <p className="max-w-xl text-lg text-night-soft max-sm:hidden">{texts(inShort[payingBy(usePaymentMethods())])}</p>
          {/* On a phone the products are the next thing on the screen, four of them on the first one. */}
          <div className="max-sm:hidden">
            <Ways />
          </div>
          <p className="-mb-2 flex flex-wrap items-center gap-x-2">
            <span>{texts("alreadyOrdered")}</span>
            <Link to="/my-orders" className="inline-flex min-h-11 items-center font-semibold underline">
              {texts("findYourOrder")}
            </Link>
          </p>
        </div>
        {picture === "drawing" ? (
          <HeroPicture className="hidden w-full md:block" />
        ) : (
          picture && (
            <img src={`${picture}?side=${IMAGE_LARGE_SIDE}`} alt="" loading="lazy" className="hidden h-80 w-full object-contain md:block" />
          )
        )}
      </div>
    </section>
  );
}

function Ways() {
  const texts = useTexts("home");
  return (
    <div className="flex flex-wrap gap-3">
      <LinkButton to="/products" variant="night" size="large" icon="ticket" className="max-sm:flex-auto">
        {texts("seeProducts")}
      </LinkButton>
      <LinkButton to="/how-it-works" variant="nightQuiet" size="large" className="max-sm:flex-auto">
        {texts("howItWorksButton")}
      </LinkButton>
    </div>
  );
}

function Badges({ isAtOnce }: Shown) {
  const texts = useTexts("home");
  const badges = [delivery(texts, isAtOnce), ...promises(texts)];
  return (
    <div className="on-night border-t border-night-line">
      <ul aria-label={texts("ourPromises")} className="frame grid grid-cols-2 gap-x-4 gap-y-3 py-5 md:grid-cols-4">
        {badges.map(({ icon, title }) => (
          <li key={icon} className="flex items-center gap-2.5 font-medium">
            <Icon name={icon} className="text-amber" />
            <span>{title}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

type PartProps = { title: string; way?: { to: string; text: string }; className?: string; children: ReactNode };

function Part({ title, way, className = "py-6", children }: PartProps) {
  return (
    <section className={classNames("frame flex flex-col gap-3 sm:gap-6", className)}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 className="text-2xl sm:text-3xl">{title}</h2>
        {way && (
          <Link to={way.to} className="touch-link gap-2 font-semibold hover:underline">
            {way.text}
            <Icon name="arrow" />
          </Link>
        )}
      </div>
      {children}
    </section>
  );
}

type Feature = { icon: IconName; title: ReactNode; text: string };

/** The one promise of how soon an ID comes. [S1.2] */
function delivery(texts: Texts<"home">, isAtOnce: boolean): Feature {
  return isAtOnce
    ? { icon: "bolt", title: texts("instantDelivery"), text: texts("instantDeliveryText") }
    : { icon: "clock", title: rich(texts, "approvedIn", { hours: promisedHours, whole: unbroken }), text: texts("approvedInText") };
}

const unbroken = (words: ReactNode) => <span className="whitespace-nowrap">{words}</span>;

const promises = (texts: Texts<"home">): Feature[] => [
  { icon: "shield", title: texts("verifiedAccounts"), text: texts("verifiedAccountsText") },
  { icon: "chat", title: texts("support"), text: texts("supportText") },
  { icon: "refresh", title: texts("replacementGuarantee"), text: texts("replacementGuaranteeText") },
];

const featuresIn = (texts: Texts<"home">, isAtOnce: boolean): Feature[] => [
  delivery(texts, isAtOnce),
  ...promises(texts),
  { icon: "lock", title: texts("onlyForYou"), text: texts("onlyForYouText") },
  { icon: "user", title: texts("noAccount"), text: texts("noAccountText") },
];

/** The whole offer in one sentence, by how an order can be paid. */
const inShort = {
  either: "inShort",
  several: "inShortSeveral",
  request: "inShortByRequest",
  amazon: "inShortByGiftCard",
  upi: "inShortByUpi",
  razorpay: "inShortOnline",
  stripe: "inShortOnline",
} as const;
