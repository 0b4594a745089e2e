-- Emails that somebody waits for go before others when many wait.

create function email_urgency(kind text) returns integer language sql immutable parallel safe
return case
  when kind in ('password-reset', 'new-admin', 'waitlist-confirm', 'guarded-values') then 0
  when kind = 'new-order' then 3
  when kind in ('payment-review', 'mostly-held', 'backups-failed', 'contact-message') then 2
  else 1
end;
comment on function email_urgency is 'Which emails go first: 0 links and warnings, 1 to buyers, 2 to the owner, 3 about new orders.';
create index emails_due on emails (email_urgency(kind), next_attempt_at, id) where state = 'waiting';
drop index emails_waiting;
