/**
 * Checks that every rupee ends somewhere, in the form of `bookChecks`: sums of refunds, the order
 * of each payment, and the references between payments, attempts, amounts and statements. [S10.9]
 */
export const paymentChecks: string[] = [
  // A payment agrees with its order, its attempt and its refunds.
  `select 'payment ' || p.id as row, wrong
  from payments p left join orders o on o.id = p.order_id left join payment_attempts t on t.id = p.attempt_id
    left join lateral (
      select coalesce(sum(r.paise) filter (where r.state = 'done'), 0) as done, coalesce(sum(r.paise) filter (where r.state <> 'failed'), 0) as asked
      from refunds r where r.payment_id = p.id
    ) as back on true,
    lateral (values
      (p.order_id is not null and o.id is null, 'its order is not there'),
      (p.state = 'matched' and o.status in ('rejected', 'cancelled'), 'it pays for an order that is ' || o.status),
      (p.state = 'matched' and p.decided_by is null and (p.currency <> 'INR' or p.paise <> coalesce(o.payable_paise, o.total_paise)),
        'it pays for an order with another amount'),
      (p.state = 'matched' and o.paid_at is null, 'its order is not marked as paid'),
      (p.state = 'matched' and exists (select from payments other where other.order_id = p.order_id and other.state = 'matched' and other.id <> p.id),
        'its order is paid twice'),
      (p.source = 'upi' and not p.is_beside_line and p.state in ('matched', 'refunded') and exists (select from statement_lines l
        where l.reference = p.reference and l.trust in ('sure', 'placed') and l.payment_id is not null and l.payment_id <> p.id),
        'a line of a bank statement with its UTR has paid already'),
      ((p.bank_proof is not null) <> exists (select from statement_lines l where l.payment_id = p.id and l.sent_at is not null),
        'its proof and the bank alert that brought it disagree'),
      (p.attempt_id is not null and t.id is null, 'its attempt is not there'),
      (t.id is not null and (t.provider <> p.source or t.order_id is distinct from p.order_id and p.decided_by is null), 'its attempt is of another order or provider'),
      (t.id is not null and t.state <> 'paid', 'its attempt is ' || t.state),
      (back.asked > p.paise, 'more of it was refunded than came in'),
      ((p.state = 'refunded') <> (back.done = p.paise), 'its state and the sum of its refunds disagree')
    ) as looked (is_wrong, wrong)
  where is_wrong`,

  // What was paid outside the shop is of an approved order, its price, and some of it went back. [S15.6]
  `select 'payment ' || p.id as row, wrong
  from payments p left join orders o on o.id = p.order_id,
    lateral (values
      (o.status is distinct from 'approved', 'paid outside the shop, and its order is not approved'),
      (p.reference is distinct from o.request_code, 'paid outside the shop, and its reference is not the code of its order'),
      (p.paise is distinct from coalesce(o.payable_paise, o.total_paise), 'paid outside the shop, and its amount is not the price of its order'),
      (not exists (select from refunds r where r.payment_id = p.id), 'paid outside the shop, and nothing of it went back')
    ) as looked (is_wrong, wrong)
  where p.source = 'by_hand' and is_wrong`,

  // The refund of a claimed ID's share is of its order, no more than its price, and where the claim says. [S15.6]
  `select 'claim ' || o.request_code || '-C' || c.number as row, wrong
  from claims c join orders o on o.id = c.order_id left join refunds r on r.id = c.refund_id left join payments p on p.id = r.payment_id,
    lateral (values
      (c.refund_id is not null and r.id is null, 'its refund is not there'),
      (r.id is not null and p.order_id is distinct from c.order_id, 'its refund is of another order'),
      (r.paise > o.price_paise, 'its refund is of more than the price of an ID'),
      (c.state = 'refunded' and r.state <> 'done' or c.state = 'refunding' and r.state not in ('due', 'sent')
        or c.state not in ('refunding', 'refunded') and r.state in ('due', 'sent') or c.state = 'open' and r.state = 'done',
        c.state || ', and its refund is ' || r.state)
    ) as looked (is_wrong, wrong)
  where is_wrong`,

  // An order says rightly whether a payment for it is under review.
  `select 'order ' || o.request_code as row,
    case when o.has_payment_to_review then 'no payment for it is under review, and it says so' else 'a payment for it is under review, and it does not say so' end as wrong
  from orders o left join (select distinct order_id from payments where state = 'review') as its on its.order_id = o.id
  where o.status = 'pending' and o.has_payment_to_review <> (its.order_id is not null)`,

  `select 'refund ' || r.id as row, 'its payment is not there' as wrong
  from refunds r where not exists (select from payments p where p.id = r.payment_id)`,

  `select 'dispute ' || d.id as row, 'its payment is not there, or of another provider' as wrong
  from disputes d where not exists (select from payments p where p.id = d.payment_id and p.source = d.provider)`,

  // A credit note is of a refund of a payment that pays for its order, and no more than that; notes
  // are numbered without gaps.
  `select 'credit note ' || n.code as row, wrong
  from credit_notes n left join refunds r on r.id = n.refund_id left join payments p on p.id = r.payment_id
    left join orders o on o.id = n.order_id,
    lateral (values
      (r.id is null, 'its refund is not there'),
      (not exists (select from receipts c where c.order_id = n.order_id), 'its order has no receipt'),
      (p.id is not null and p.order_id is distinct from n.order_id, 'its refund is of another order'),
      (n.paise > r.paise, 'it is of more than its refund'),
      (p.currency <> 'INR', 'its refund is in another currency')
    ) as looked (is_wrong, wrong)
  where is_wrong`,

  `select 'order ' || o.request_code as row, 'more of its receipt was credited than it is of' as wrong
  from orders o join (
    select n.order_id, sum(n.paise) as paise from credit_notes n join refunds r on r.id = n.refund_id where r.state = 'done' group by n.order_id
  ) as credited on credited.order_id = o.id
  where credited.paise > coalesce(o.payable_paise, o.total_paise)`,

  `with numbered as (select year, count(*) as notes, max(number) as highest from credit_notes group by year)
  select 'credit notes of ' || coalesce(n.year, c.year) as row,
    coalesce(n.notes, 0) || ', of which the last is number ' || coalesce(n.highest, 0) || ', and ' || coalesce(c.last, 0) || ' by the counter' as wrong
  from numbered n full join credit_note_counters c on c.year = n.year
  where n.notes is distinct from n.highest or n.highest is distinct from c.last`,

  // Only money, or a price of nothing, approves an order without an admin; only money reopens one.
  `select 'order ' || o.request_code as row, 'approved or reopened by a payment that is not there' as wrong
  from orders o
  where (o.reopened_at is not null or (o.approved_by like 'payment:%' and not o.is_from_old_shop and not (o.approved_by = 'payment:free' and o.total_paise = 0))) and not exists (
    select from payments p where p.order_id = o.id and p.state in ('matched', 'refunded', 'refund due') and (o.approved_by not like 'payment:%' or o.approved_by = 'payment:' || p.source))`,

  `select 'attempt to pay ' || t.id as row, wrong
  from payment_attempts t,
    lateral (values
      (not exists (select from orders o where o.id = t.order_id), 'its order is not there'),
      (t.state = 'paid' and not exists (select from payments p where p.attempt_id = t.id), 'paid, and no payment came by it')
    ) as looked (is_wrong, wrong)
  where is_wrong`,

  // An amount belongs to the order that pays it; an order that is open keeps its amount. A discount
  // may be given when its money is matched, and the amount is free then.
  `select 'amount of ' || a.paise || ' paise' as row, wrong
  from upi_amounts a left join orders o on o.id = a.order_id,
    lateral (values
      (o.id is null, 'its order is not there'),
      (a.free_at is null and o.payable_paise is distinct from a.paise, 'its order pays another amount'),
      (o.status = 'pending' and a.free_at is not null, 'free, and its order is pending')
    ) as looked (is_wrong, wrong)
  where is_wrong`,

  `select 'line ' || l.id || ' of a bank statement' as row, wrong
  from statement_lines l left join payments p on p.id = l.payment_id,
    lateral (values
      (not exists (select from statements s where s.id = l.statement_id), 'its statement is not there'),
      (l.payment_id is not null and p.id is null, 'its payment is not there'),
      (p.id is not null and (p.source <> 'upi' or p.paise <> l.paise), 'its payment has another amount or source'),
      (p.id is not null and exists (select from statement_lines other where other.reference = l.reference and other.paise = l.paise and other.id < l.id
        and other.payment_id <> l.payment_id and other.trust in ('sure', 'placed') and l.trust in ('sure', 'placed')), 'another line with its UTR and amount has paid too'),
      (exists (select from statements s where s.id = l.statement_id and l.day > (s.uploaded_at at time zone 'Asia/Kolkata')::date),
        'its day is after the day on which it was uploaded'),
      (l.order_id is not null and not exists (select from orders o where o.id = l.order_id), 'its order is not there')
    ) as looked (is_wrong, wrong)
  where is_wrong`,
];
