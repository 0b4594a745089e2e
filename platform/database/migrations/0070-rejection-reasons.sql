-- The reasons that the owner offers when an order is rejected: up to ten, each by language. Null means the standard ones, in every language of the shop.

alter table shop_settings
  add column rejection_reasons jsonb,
  add constraint shop_settings_rejection_reasons_check check (
    case when jsonb_typeof(rejection_reasons) = 'array' then jsonb_array_length(rejection_reasons) between 1 and 10
      and not jsonb_path_exists(rejection_reasons, 'strict $[*] ? (@.type() != "object")')
      and not jsonb_path_exists(rejection_reasons, '$[*].* ? (@.type() != "string" || @ == "")')
    else rejection_reasons is null end);
comment on column shop_settings.rejection_reasons is 'Such as [{"en": "Out of stock.", "hi": "…"}], in the order offered. Null: the standard reasons.';
