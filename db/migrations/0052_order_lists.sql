-- Lists of orders read the ids of one page, and count, from an index alone: with its sort, what is filtered by, and the id.
DROP INDEX order_entity_created_at;
DROP INDEX order_entity_order_number;
DROP INDEX order_entity_status;
DROP INDEX order_entity_payment_status;
DROP INDEX order_company_id_created_at;
DROP INDEX order_entity_submitted_at;
CREATE INDEX order_list_created_at ON "order" (entity, created_at) INCLUDE (id) WHERE NOT deleted;
CREATE INDEX order_list_order_number ON "order" (entity, order_number) INCLUDE (id) WHERE NOT deleted;
CREATE INDEX order_list_submitted_at ON "order" (entity, submitted_at DESC NULLS LAST) INCLUDE (id) WHERE NOT deleted;
CREATE INDEX order_list_first_submitted ON "order" (entity, submitted_at) INCLUDE (id) WHERE NOT deleted;
CREATE INDEX order_list_status ON "order" (entity, status, created_at) INCLUDE (id) WHERE NOT deleted;
CREATE INDEX order_list_payment_status ON "order" (entity, payment_status, created_at) INCLUDE (id) WHERE NOT deleted;
CREATE INDEX order_list_order_type ON "order" (entity, order_type, created_at) INCLUDE (id) WHERE NOT deleted;
CREATE INDEX order_list_protocol_id ON "order" (entity, protocol_id, created_at) INCLUDE (id) WHERE NOT deleted;
CREATE INDEX order_list_company_id ON "order" (entity, company_id, created_at) INCLUDE (id) WHERE NOT deleted;
CREATE INDEX order_list_project_id ON "order" (entity, project_id, created_at) INCLUDE (id)
  WHERE NOT deleted AND project_id IS NOT NULL;
-- Referenced rows are looked up by these.
CREATE INDEX order_company_id ON "order" (company_id);
