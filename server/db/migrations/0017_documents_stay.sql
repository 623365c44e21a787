-- A document may bear a signature, which cannot be taken twice. So no document is deleted, and no record that has one: the
-- cascade from the record ends here too.
create function keep_document() returns trigger language plpgsql as $$
begin
  raise exception 'documents are never deleted'
    using errcode = 'foreign_key_violation', constraint = 'attachments_documents_stay';
end $$;
create trigger attachments_documents_stay before delete on attachments
  for each row when (old.kind = 'document') execute function keep_document();
