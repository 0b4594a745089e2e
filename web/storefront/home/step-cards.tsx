import { useHasPaymentInstructions, usePaymentMethods } from "#web/parts/order/payment-methods.ts";
import { hoursOfReview, useReviewWait } from "#web/parts/order/review-wait.ts";
import { useTexts } from "#web/texts.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Icon } from "#web/ui/icon.tsx";
import { stepsWith } from "./steps.ts";

/**
 * The four steps of an order as stations of a line; `isFull` adds the details. `isAtOnce`: what the
 * shop sells is delivered as soon as it is paid online. [S2.7] [S2.9]
 */
export function StepCards({ isFull = false, isAtOnce = false }: { isFull?: boolean; isAtOnce?: boolean }) {
  const texts = useTexts("home");
  const hours = hoursOfReview(useReviewWait());
  const steps = stepsWith(texts, {
    methods: usePaymentMethods(),
    hasPaymentInstructions: useHasPaymentInstructions(),
    isAtOnce,
    hours,
  });
  return (
    <ol className={classNames("grid gap-x-4 gap-y-6", isFull ? "sm:grid-cols-2" : "sm:grid-cols-2 lg:grid-cols-4")}>
      {steps.map((step, at) => (
        <li key={step.title} className={classNames("flex gap-4", !isFull && "lg:flex-col lg:gap-3")}>
          <span className={classNames("flex flex-col items-center gap-2", !isFull && "lg:flex-row lg:gap-4")}>
            <span className="grid size-11 place-items-center rounded-full bg-action text-on-action">
              <Icon name={step.icon} />
            </span>
            {at < steps.length - 1 && (
              <span
                aria-hidden="true"
                className={classNames("w-1 flex-1 rounded-full bg-line sm:hidden", !isFull && "lg:block lg:h-1 lg:w-auto")}
              />
            )}
          </span>
          <div className="flex min-w-0 flex-col gap-1 pb-2">
            <span className="figures text-sm font-semibold text-soft">{texts("stepNumber", { n: at + 1 })}</span>
            <h3 className="text-lg">{step.title}</h3>
            <p className="text-soft">{isFull ? step.more : step.text}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}
