import { Link } from "react-router";
import type { AdminOrder } from "#shop/orders/reading/order-view.ts";
import { useMayOpen } from "#web/admin/frame/use-may.ts";
import { rich, useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";

/**
 * Says before an approval that the money of a pending order does not fit, and where to decide about
 * it. [S10.8]
 */
export function PaymentToReview({ order: { status, requestCode, hasPaymentToReview } }: { order: AdminOrder }) {
  const texts = useTexts("adminQueue");
  const mayOpen = useMayOpen();
  if (status !== "pending" || !hasPaymentToReview) return null;
  const to = `/admin/money?show=all&search=${encodeURIComponent(requestCode)}`;
  const link = (words: React.ReactNode) =>
    mayOpen(to) ? (
      <Link to={to} className="font-semibold underline">
        {words}
      </Link>
    ) : (
      words
    );
  return <Alert kind="warning">{rich(texts, "paymentToReviewFirst", { link })}</Alert>;
}
