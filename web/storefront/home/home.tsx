import type { ReactNode } from "react";
import { Link, useRouteLoaderData } from "react-router";
import { promisedHours } from "#web/parts/order/order-stations.ts";
import { usePaymentMethods } from "#web/parts/order/payment-methods.ts";
import { pageMeta } from "#web/parts/site/page-meta.ts";
import type { loader as rootLoader } from "#web/root.tsx";
import { LinkButton } from "#web/ui/button.tsx";
import { Icon, type IconName } from "#web/ui/icon.tsx";
import { OrderFinderForm } from "../order/order-finder-form.tsx";
import type { Route } from "./+types/home.ts";
import { HeroPicture } from "./hero-picture.tsx";
import { Categories } from "./home-categories.tsx";
import { StepCards } from "./step-cards.tsx";
import { Testimonials } from "./testimonials.tsx";

export const handle = { needsNoScript: true };

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ title: "Train-booking IDs, checked and delivered", path: "/" }, matches);

/**
 * The home page: promises, offers, the steps of an order and testimonials. Needs no JavaScript.
 * [S1.2] [S2.7] [S2.8]
 */
export default function Home() {
  const idCheckerUrl = useRouteLoaderData<typeof rootLoader>("root")?.settings.idCheckerUrl ?? null;
  return (
    <>
      <Hero />
      <Badges />
      <div className="frame flex flex-col gap-16 py-12 sm:gap-20 sm:py-16">
        <Part title="Why people order here">
          <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
            {features.map((feature) => (
              <li key={feature.title} className="card flex gap-4 p-4 sm:p-5">
                <span className="grid size-11 shrink-0 place-items-center rounded-field bg-action-tint text-action">
                  <Icon name={feature.icon} />
                </span>
                <div className="flex flex-col gap-1">
                  <h3 className="text-lg">{feature.title}</h3>
                  <p className="text-soft">{feature.text}</p>
                </div>
              </li>
            ))}
          </ul>
        </Part>
        <Part title="What you find here">
          <Categories idCheckerUrl={idCheckerUrl} />
        </Part>
        <Part title="How It Works" way={{ to: "/how-it-works", text: "All of it, in full" }}>
          <StepCards />
        </Part>
        <Part title="What buyers say">
          <Testimonials />
        </Part>
        <section className="card grid items-center gap-x-12 gap-y-5 p-5 sm:p-8 md:grid-cols-2">
          <div className="flex flex-col gap-1">
            <h2 className="text-2xl">Already ordered?</h2>
            <p className="text-soft">Type your request code and see how your order stands.</p>
          </div>
          <OrderFinderForm />
        </section>
        <section className="on-night grid justify-items-center gap-5 rounded-sheet px-6 py-12 text-center">
          <h2 className="text-3xl">Your next journey begins with an ID</h2>
          <p className="max-w-xl text-night-soft">No account needed. Order now, and watch your order's page.</p>
          <Ways />
        </section>
      </div>
    </>
  );
}

function Hero() {
  return (
    <section className="on-night overflow-hidden">
      <div className="frame grid items-center gap-8 pt-10 pb-6 md:grid-cols-[1.1fr_1fr] md:py-14">
        <div className="flex flex-col gap-5">
          <h1 className="text-4xl font-extrabold sm:text-5xl">Train-booking IDs, checked and delivered</h1>
          <p className="max-w-xl text-lg text-night-soft">
            Choose an ID, pay{" "}
            {usePaymentMethods()
              .map((method) => payingBy[method])
              .join(" or ")}
            , and follow your order station by station until the ID is yours.
          </p>
          <Ways />
        </div>
        <HeroPicture className="mx-auto w-full max-w-xs md:max-w-none" />
      </div>
    </section>
  );
}

function Ways() {
  return (
    <div className="flex flex-wrap gap-3">
      <LinkButton to="/products" variant="night" size="large" icon="ticket" className="max-sm:flex-auto">
        See the products
      </LinkButton>
      <LinkButton to="/how-it-works" variant="nightQuiet" size="large" className="max-sm:flex-auto">
        How it works
      </LinkButton>
    </div>
  );
}

function Badges() {
  return (
    <div className="on-night border-t border-night-line">
      <ul aria-label="Our promises" className="frame grid grid-cols-2 gap-x-4 gap-y-3 py-5 md:grid-cols-4">
        {badges.map(([icon, text]) => (
          <li key={text} className="flex items-center gap-2.5 font-medium">
            <Icon name={icon} className="text-amber" />
            {text}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Part({ title, way, children }: { title: string; way?: { to: string; text: string }; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-6">
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

const badges: [IconName, string][] = [
  ["bolt", "Instant delivery"],
  ["shield", "Verified accounts"],
  ["chat", "24/12 support"],
  ["refresh", "Replacement guarantee"],
];

const features: { icon: IconName; title: string; text: string }[] = [
  { icon: "bolt", title: "Instant delivery", text: "Your ID appears the moment we approve." },
  { icon: "shield", title: "Verified accounts", text: "Each ID is checked before it goes on sale, and sold once." },
  { icon: "clock", title: `Approved in ${promisedHours}`, text: "A person looks at every order. You see by when." },
  { icon: "chat", title: "24/12 support", text: "Message us with your request code and we look into it." },
  { icon: "refresh", title: "Replacement guarantee", text: "An ID that does not work is replaced." },
  { icon: "lock", title: "Only for your eyes", text: "Your IDs are kept encrypted and shown to you alone." },
];

const payingBy = { request: "after approval", amazon: "with a gift card" };
