-- An organization asks to pay by invoice; billing accepts its purchase orders or says why not.
ALTER TABLE company ADD COLUMN invoicing_requested_at timestamptz;
ALTER TABLE company ADD COLUMN invoicing_declined_reason text;
CREATE INDEX company_invoicing_requested_at ON company (entity, invoicing_requested_at) WHERE invoicing_requested_at IS NOT NULL;
