-- Customers without an e-mail, and several with one: a couple, or the houses of one manager.
alter table customers drop constraint customers_email_key;
