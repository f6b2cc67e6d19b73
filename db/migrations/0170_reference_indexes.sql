-- Columns that refer to a row and by which rows are looked up had no index.
CREATE INDEX specimen_protocol_id ON specimen (protocol_id);
CREATE INDEX specimen_flow_id ON specimen (flow_id);
CREATE INDEX sample_barcode_id ON sample (barcode_id);
CREATE INDEX sample_duplicate_of_sample_id ON sample (duplicate_of_sample_id) WHERE duplicate_of_sample_id IS NOT NULL;
CREATE INDEX field_value_field_id ON field_value (field_id);
CREATE INDEX field_value_supersedes_id ON field_value (supersedes_id) WHERE supersedes_id IS NOT NULL;
CREATE INDEX assigned_section_section_id ON assigned_section (section_id);
