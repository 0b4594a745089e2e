-- Control, private-use and unassigned characters and blank letters inside an ID made a second one of it. The
-- program gives each ID that has some its fingerprint without them.
insert into upgrade_steps (name) values ('ids without blanks');
