-- Agreements and notices of the company's documents, by document.
alter table company_settings add column document_texts varchar(10000) not null default '';
