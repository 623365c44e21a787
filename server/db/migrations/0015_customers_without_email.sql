-- Allows customers without an e-mail, and several with the same one, such as a couple or one manager's houses.
alter table customers drop constraint customers_email_key;
