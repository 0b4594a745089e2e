import type { ReactNode } from "react";
import { Link, useRouteLoaderData } from "react-router";
import { promisedHours } from "#web/parts/order-stations.ts";
import type { loader as rootLoader } from "#web/root.tsx";
import { ExternalLink, LinkButton } from "#web/ui/button.tsx";
import { Icon, type IconName } from "#web/ui/icon.tsx";
import { HeroPicture } from "./hero-picture.tsx";
import { StepCards } from "./step-cards.tsx";

/** The landing page: what the shop promises, what it sells, how it goes. [S1.2] [S2.7] */
export default function Home() {
  const idCheckerUrl = useRouteLoaderData<typeof rootLoader>("root")?.settings.idCheckerUrl ?? null;
  return (
    <>
      <Hero />
      <div className="frame flex flex-col gap-16 py-12 sm:py-16">
        <Part title="Why people order here">
          <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
            {features.map((feature) => (
              <li key={feature.title} className="flex gap-4 rounded-sheet border border-line bg-sheet p-4 shadow-sheet sm:p-5">
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
          <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
            <li>
              <Link to="/products" className={category}>
                <Category icon="ticket" title="Account IDs" text="Ready to use, sold once." />
              </Link>
            </li>
            <li>
              <Link to="/products" className={category}>
                <Category icon="box" title="In quantity" text="Several IDs in one order." />
              </Link>
            </li>
            {idCheckerUrl && (
              <li>
                <ExternalLink href={idCheckerUrl} className={category}>
                  <Category icon="shield" title="ID Checker" text="Check an ID you have." isExternal />
                </ExternalLink>
              </li>
            )}
          </ul>
        </Part>
        <Part title="How It Works">
          <StepCards />
        </Part>
        <section className="on-night flex flex-col items-center gap-5 rounded-sheet px-6 py-12 text-center">
          <h2 className="text-3xl">Your next journey begins with an ID</h2>
          <p className="max-w-xl text-night-soft">No account needed. Order now, and watch your order's page.</p>
          <div className="flex flex-wrap justify-center gap-3">
            <LinkButton to="/products" variant="night" size="large">
              See the products
            </LinkButton>
            <LinkButton to="/how-it-works" variant="nightQuiet" size="large">
              How it works
            </LinkButton>
          </div>
        </section>
      </div>
    </>
  );
}

function Hero() {
  return (
    <section className="on-night overflow-hidden">
      <div className="frame grid items-center gap-8 pt-10 pb-0 md:grid-cols-[1.1fr_1fr] md:py-14">
        <div className="flex flex-col gap-5">
          <h1 className="text-4xl font-extrabold sm:text-5xl">Train-booking IDs, checked and delivered</h1>
          <p className="max-w-xl text-lg text-night-soft">
            Choose an ID, pay after approval or with a gift card, and follow your order station by station until the ID is yours.
          </p>
          <div className="flex flex-wrap gap-3">
            <LinkButton to="/products" variant="night" size="large" icon="ticket">
              See the products
            </LinkButton>
            <LinkButton to="/how-it-works" variant="nightQuiet" size="large">
              How it works
            </LinkButton>
          </div>
          <ul className="flex flex-wrap gap-x-5 gap-y-2 pt-1 text-night-soft" aria-label="Our promises">
            {badges.map(([icon, text]) => (
              <li key={text} className="flex items-center gap-2">
                <Icon name={icon} className="size-4 text-amber" />
                {text}
              </li>
            ))}
          </ul>
        </div>
        <HeroPicture className="mx-auto w-full max-w-md md:max-w-none" />
      </div>
    </section>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-6">
      <h2 className="text-2xl sm:text-3xl">{title}</h2>
      {children}
    </section>
  );
}

function Category({ icon, title, text, isExternal = false }: { icon: IconName; title: string; text: string; isExternal?: boolean }) {
  return (
    <>
      <Icon name={icon} className="size-7 text-action" />
      <span className="flex-1">
        <span className="block font-semibold">{title}</span>
        <span className="block text-sm text-soft">{text}</span>
      </span>
      <Icon name={isExternal ? "external" : "arrow"} className="text-soft" />
    </>
  );
}

const category = "flex h-full min-h-20 items-center gap-4 rounded-sheet border border-line bg-sheet p-4 shadow-sheet hover:border-action";

const badges: [IconName, string][] = [
  ["bolt", "Instant delivery"],
  ["shield", "Verified accounts"],
  ["chat", "24/12 support"],
  ["refresh", "Replacement guarantee"],
];

const features: { icon: IconName; title: string; text: string }[] = [
  { icon: "bolt", title: "Instant delivery", text: "The moment your order is approved, the ID stands on its page." },
  { icon: "shield", title: "Verified accounts", text: "Each ID is checked before it goes on sale, and sold once." },
  { icon: "clock", title: `Approved in ${promisedHours}`, text: "A person looks at every order. You see by when." },
  { icon: "chat", title: "24/12 support", text: "Message us with your request code and we look into it." },
  { icon: "refresh", title: "Replacement guarantee", text: "An ID that does not work is replaced." },
  { icon: "lock", title: "Only for your eyes", text: "Your IDs are kept encrypted and shown to you alone." },
];
