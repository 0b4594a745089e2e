-- A short payment that an admin matched may be the whole price: what is missing is a discount.

alter table orders drop constraint if exists orders_payable_near_total;
alter table orders add constraint orders_payable_within_total check (payable_paise > 0 and payable_paise <= total_paise);
