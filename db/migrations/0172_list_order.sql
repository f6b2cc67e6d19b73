-- Every index makes each write dearer, so a long list has one index for the order in which its page opens, and others
-- only for the filters that are used daily. The same index counts the rows of the list. What it takes the place of is
-- dropped (orders have theirs since 0052); `scripts/bench/list-indexes.ts` reads the lines that begin with `-- Before:` to measure what a write costs.

-- Before: CREATE INDEX specimen_entity_created_at ON specimen (entity, created_at);
DROP INDEX specimen_entity_created_at;
-- A list of specimens is counted together with the orders that they belong to.
CREATE INDEX specimen_list_created_at ON specimen (entity, created_at, id) INCLUDE (order_id) WHERE NOT deleted;

-- Before: CREATE INDEX invoice_entity_created_at ON invoice (entity, created_at);
-- Before: CREATE INDEX note_entity_created_at ON note (entity, created_at);
-- Before: CREATE INDEX email_created_at ON email (entity, created_at);
-- Before: CREATE INDEX print_job_printed_at ON print_job (entity, printed_at);
DROP INDEX invoice_entity_created_at, note_entity_created_at, email_created_at, print_job_printed_at;
CREATE INDEX invoice_list_created_at ON invoice (entity, created_at, id) WHERE NOT deleted;
CREATE INDEX note_list_created_at ON note (entity, created_at, id) WHERE NOT deleted;
CREATE INDEX email_list_created_at ON email (entity, created_at, id) WHERE NOT deleted;
CREATE INDEX print_job_list_printed_at ON print_job (entity, printed_at, id) WHERE NOT deleted;

CREATE INDEX sample_list_created_at ON sample (entity, created_at, id) WHERE NOT deleted;
CREATE INDEX batch_list_created_at ON batch (entity, created_at, id) WHERE NOT deleted;
CREATE INDEX storage_management_list_name ON storage_management (entity, name, id) WHERE NOT deleted;
CREATE INDEX company_list_name ON company (entity, name, id) WHERE NOT deleted;
CREATE INDEX project_list_status ON project (entity, status, name, id) WHERE NOT deleted;
CREATE INDEX project_manager_user_id ON project (manager_user_id) WHERE manager_user_id IS NOT NULL;
-- Shipments that are late: all but few have arrived.
CREATE INDEX shipment_under_way ON shipment (status, estimated_delivery)
  WHERE direction = 'INBOUND' AND NOT deleted;
CREATE INDEX patient_list_last_name ON patient (entity, last_name, id) WHERE NOT deleted;
CREATE INDEX order_approval_list_created_at ON order_approval (entity, created_at, id) WHERE NOT deleted;
CREATE INDEX price_adjustment_list_created_at ON price_adjustment (entity, created_at, id) WHERE NOT deleted;
CREATE INDEX support_request_list_created_at ON support_request (entity, created_at, id) WHERE NOT deleted;
CREATE INDEX support_request_company_id ON support_request (company_id);
CREATE INDEX clinician_license_list_expires_on ON clinician_license (entity, expires_on, id) WHERE NOT deleted;
CREATE INDEX access_log_target_id ON access_log (target_id);

-- People are listed by the name that is shown of them, invitations by their date.
CREATE INDEX user_list_name ON "user" (lower(coalesce(name, first_name || ' ' || last_name)), id) WHERE NOT deleted;
CREATE INDEX user_company_list_user ON user_company (entity, user_id, company_id) WHERE NOT deleted;
-- Empty values come last in a descending order, too, which Postgres reads only from an index of that order.
CREATE INDEX user_company_list_invited_at ON user_company (entity, invited_at DESC NULLS LAST, id) WHERE NOT deleted;
