-- References between nouns, checked at commit, so that one operation may write its rows in any order.
ALTER TABLE service ADD FOREIGN KEY (protocol_id) REFERENCES protocol (id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE "order" ADD FOREIGN KEY (protocol_id) REFERENCES protocol (id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE specimen
  ADD FOREIGN KEY (protocol_id) REFERENCES protocol (id) DEFERRABLE INITIALLY DEFERRED,
  ADD FOREIGN KEY (flow_id) REFERENCES flow (id) DEFERRABLE INITIALLY DEFERRED,
  ADD FOREIGN KEY (storage_location) REFERENCES storage_management (id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE sample
  ADD FOREIGN KEY (batch_id) REFERENCES batch (id) DEFERRABLE INITIALLY DEFERRED,
  ADD FOREIGN KEY (sample_preparation_procedure_id) REFERENCES procedure (id) DEFERRABLE INITIALLY DEFERRED,
  ADD FOREIGN KEY (extraction_procedure_id) REFERENCES procedure (id) DEFERRABLE INITIALLY DEFERRED,
  ADD FOREIGN KEY (library_preparation_procedure_id) REFERENCES procedure (id) DEFERRABLE INITIALLY DEFERRED,
  ADD FOREIGN KEY (sequencing_procedure_id) REFERENCES procedure (id) DEFERRABLE INITIALLY DEFERRED,
  ADD FOREIGN KEY (storage_location_id) REFERENCES storage_management (id) DEFERRABLE INITIALLY DEFERRED;
-- A well of a batch plate never holds two samples; two may change places in one operation.
ALTER TABLE sample ADD CONSTRAINT sample_one_a_well
  EXCLUDE (batch_id WITH =, plate_location WITH =) WHERE (NOT deleted) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE field
  ADD FOREIGN KEY (measurement_unit_id) REFERENCES measurement_unit (id) DEFERRABLE INITIALLY DEFERRED,
  ADD FOREIGN KEY (inventory_type_id) REFERENCES inventory_type (id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE batch ADD FOREIGN KEY (plate_barcode_id) REFERENCES barcode (id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE batch_control
  ADD FOREIGN KEY (inventory_item_id) REFERENCES inventory_item (id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE assigned_section
  ADD FOREIGN KEY (completion_event_id) REFERENCES event (id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE field_value
  ADD FOREIGN KEY (inventory_item_id) REFERENCES inventory_item (id) DEFERRABLE INITIALLY DEFERRED,
  ADD FOREIGN KEY (barcode_id) REFERENCES barcode (id) DEFERRABLE INITIALLY DEFERRED;
