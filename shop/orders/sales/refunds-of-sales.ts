/** What went back of the sale itself: what was paid above the order's price goes back first. */
const soldPart = (back: string) => `least(greatest(${back} - greatest(p.paise - payable, 0), 0), payable)`;

/** A refund from before the approval counts on the day of the approval, as its credit note does. */
export const REFUND_COUNTED_AT = "coalesce(c.issued_at, f.done_at)";

/**
 * The refunds of sales: of the refund `f`, its payment `p`, order `o`, receipt `r` and credit note
 * `c`, what it took back of the sale (`sold.paise`) and what earlier ones had (`sold.before`). Money
 * that was never a sale is not among them. An order without a receipt has no credit notes, and its
 * refunds count by what they took back of the sale. [S12.8] [S17.2]
 */
export const REFUNDS_OF_SALES = `refunds f join payments p on p.id = f.payment_id join orders o on o.id = p.order_id
    left join receipts r on r.order_id = o.id left join credit_notes c on c.refund_id = f.id
    cross join lateral (
      select c.paise, coalesce(sum(n.paise), 0) as before from credit_notes n join refunds b on b.id = n.refund_id
      where n.order_id = o.id and (n.year, n.number) < (c.year, c.number) and b.state = 'done' having r.order_id is not null
      union all
      select ${soldPart("back")} - ${soldPart("before")}, ${soldPart("before")}
      from (
        select coalesce(o.payable_paise, o.total_paise) as payable, sum(b.paise) as back, coalesce(sum(b.paise) filter (where b.id <> f.id), 0) as before
        from refunds b where b.payment_id = p.id and b.state = 'done' and (b.done_at, b.id) <= (f.done_at, f.id)) as until
      where r.order_id is null) as sold
  where f.state = 'done' and o.status = 'approved' and (c.refund_id is not null or p.id = payment_of_order(o.id)) and (p.currency <> 'INR' or sold.paise > 0)`;
