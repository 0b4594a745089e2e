-- The questions that the shop offers when it asks a buyer, each with what it asks for and a text by language. Empty: the standard ones.

alter table shop_settings add column question_presets jsonb constraint shop_settings_question_presets_are_questions check (
  case when jsonb_typeof(question_presets) = 'array' then
    jsonb_array_length(question_presets) between 1 and 20
    and not jsonb_path_exists(question_presets, 'strict $[*]?(@.type() != "object")')
    and jsonb_array_length(jsonb_path_query_array(question_presets,
      '$[*].asks?(@ == "words" || @ == "picture" || @ == "proof" || @ == "utr")')) = jsonb_array_length(question_presets)
    and not jsonb_path_exists(question_presets, '$[*].text.*?(@.type() != "string" || @ == "")')
  else question_presets is null end
);
comment on column shop_settings.question_presets is 'The questions offered when a buyer is asked; empty: the standard ones.';
