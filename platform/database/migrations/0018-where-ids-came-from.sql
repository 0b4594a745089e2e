-- In which part of the export of the shop before an ID stood: 1 the lists of the catalogue, 2 the second list of products, 3 an order. A later file that has no such
-- part says nothing about it. Null for those that came in before this was noted.
alter table moved_in_ids add column tree smallint check (tree between 1 and 3);
