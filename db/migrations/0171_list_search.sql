-- A search asks for text that stands anywhere in a column; only trigrams serve that.
CREATE INDEX specimen_search ON specimen USING gin (
  julian_id gin_trgm_ops, requisition_number gin_trgm_ops, customer_sample_id gin_trgm_ops, tube_barcode gin_trgm_ops);
CREATE INDEX sample_search ON sample USING gin (
  barcode gin_trgm_ops);
CREATE INDEX batch_search ON batch USING gin (
  name gin_trgm_ops, julian_id gin_trgm_ops);
CREATE INDEX company_search ON company USING gin (
  name gin_trgm_ops);
CREATE INDEX project_search ON project USING gin (
  name gin_trgm_ops);
CREATE INDEX service_search ON service USING gin (
  name gin_trgm_ops, summary gin_trgm_ops);
CREATE INDEX protocol_search ON protocol USING gin (
  name gin_trgm_ops, code gin_trgm_ops);
CREATE INDEX procedure_search ON procedure USING gin (
  name gin_trgm_ops, code gin_trgm_ops);
CREATE INDEX section_search ON section USING gin (
  name gin_trgm_ops);
CREATE INDEX note_search ON note USING gin (
  body_text gin_trgm_ops);
CREATE INDEX email_search ON email USING gin (
  "to" gin_trgm_ops, subject gin_trgm_ops);
CREATE INDEX print_job_search ON print_job USING gin (
  printer gin_trgm_ops, (labels::text) gin_trgm_ops);
CREATE INDEX price_adjustment_search ON price_adjustment USING gin (
  label gin_trgm_ops, reason gin_trgm_ops);
CREATE INDEX support_request_search ON support_request USING gin (
  reference gin_trgm_ops, about gin_trgm_ops, message gin_trgm_ops);
CREATE INDEX help_video_search ON help_video USING gin (
  title gin_trgm_ops, summary gin_trgm_ops);
CREATE INDEX clinician_license_search ON clinician_license USING gin (
  license_number gin_trgm_ops, npi gin_trgm_ops);
CREATE INDEX storage_management_search ON storage_management USING gin (
  name gin_trgm_ops, barcode gin_trgm_ops);
CREATE INDEX inventory_item_search ON inventory_item USING gin (
  lot_number gin_trgm_ops, serial_number gin_trgm_ops, barcode gin_trgm_ops);
CREATE INDEX inventory_type_search ON inventory_type USING gin (
  name gin_trgm_ops, catalog_number gin_trgm_ops, vendor gin_trgm_ops);
CREATE INDEX equipment_search ON equipment USING gin (
  name gin_trgm_ops, serial_number gin_trgm_ops, barcode gin_trgm_ops);
CREATE INDEX parcel_simulator_search ON parcel_simulator USING gin (
  tracking_number gin_trgm_ops, reference gin_trgm_ops, carrier gin_trgm_ops);
CREATE INDEX address_city_search ON address USING gin (
  city gin_trgm_ops);
CREATE INDEX order_campaign_search ON "order" USING gin (
  campaign_code gin_trgm_ops);
-- People are looked for by the name that is shown of them.
CREATE INDEX user_search ON "user" USING gin (
  (coalesce(name, first_name || ' ' || last_name)) gin_trgm_ops, name gin_trgm_ops, email gin_trgm_ops);
