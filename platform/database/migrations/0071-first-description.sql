-- A shop that was set up before the first description was in two languages, and still has it word for word, gets the Hindi one too.
-- A new database has nobody yet: its first description is written by the program.

update shop_settings
set translations = translations || jsonb_build_object('hi', coalesce(translations -> 'hi', '{}')
  || jsonb_build_object('blurb', 'ट्रेन बुकिंग के लिए वेरिफ़ाइड अकाउंट ID। ऑर्डर अप्रूव होते ही आपको मिल जाती हैं।'))
where text_language = 'en'
  and blurb = 'Verified account IDs for train booking, handed over the moment your order is approved.'
  and coalesce(translations #>> '{hi,blurb}', '') = ''
  and exists (select from users);
