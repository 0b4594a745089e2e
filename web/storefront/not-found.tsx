import { data, Form } from "react-router";
import { pageTitle } from "#web/parts/page-title.ts";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { fieldLook } from "#web/ui/field.tsx";
import type { Route } from "./+types/not-found.ts";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle("Page not found", matches);

/** Every path that is nobody's answers 404. [S2.26] */
export function loader() {
  return data(null, { status: 404 });
}

/** A post to nowhere, too. */
export function action() {
  return data(null, { status: 404 });
}

/** What stands at every path that leads nowhere, with ways on. Its parts fade in one after another. [S2.26] */
export default function NotFound() {
  return (
    <div className="frame grid items-center gap-8 py-10 sm:py-16 md:grid-cols-2">
      <img
        src="/astronaut.svg"
        alt=""
        width="320"
        height="300"
        className="mx-auto w-52 animate-fade [animation-delay:0.2s] sm:w-72 md:order-2 md:w-96"
      />
      <div className="flex flex-col items-center gap-5 text-center md:items-start md:text-start">
        <p className="figures animate-fade text-8xl leading-none font-black tracking-tighter text-action [animation-delay:0.2s] sm:text-9xl">
          404
        </p>
        <h1 className="animate-fade text-3xl [animation-delay:0.4s]">Oops! Page Not Found</h1>
        <p className="animate-fade text-lg text-soft [animation-delay:0.4s]">
          The page you're looking for doesn't exist or has been moved.
        </p>
        <div className="flex animate-fade flex-wrap justify-center gap-3 [animation-delay:0.6s]">
          <LinkButton to="/" icon="home">
            Return Home
          </LinkButton>
          <LinkButton to="/contact" variant="secondary" icon="mail">
            Contact Support
          </LinkButton>
        </div>
        <Form action="/products" role="search" className="flex w-full max-w-md animate-fade flex-col gap-2 [animation-delay:0.8s]">
          <label htmlFor="not-found-search" className="text-soft">
            Or try searching:
          </label>
          <div className="flex gap-2">
            <input id="not-found-search" type="search" name="search" placeholder="Search..." maxLength={100} className={fieldLook} />
            <Button type="submit" variant="secondary">
              Search
            </Button>
          </div>
        </Form>
      </div>
    </div>
  );
}
