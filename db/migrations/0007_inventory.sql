CREATE TABLE measurement_unit (
  id text PRIMARY KEY,
  created_at timestamptz NOT NULL,
  created_by_id text,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  deleted boolean NOT NULL DEFAULT false,
  entity text NOT NULL CHECK (entity IN ('WBL', 'RESONANT')),
  name text NOT NULL,
  symbol text NOT NULL,
  unit_type text NOT NULL CHECK (unit_type IN (
    'MASS', 'VOLUME', 'CONCENTRATION', 'MOLARITY', 'AMOUNT', 'LENGTH', 'TEMPERATURE', 'TIME', 'COUNT', 'RATIO', 'PERCENT',
    'SPEED', 'OTHER')),
  factor_to_base numeric NOT NULL,
  is_base boolean NOT NULL,
  rev bigint NOT NULL DEFAULT 0
);
CREATE INDEX measurement_unit_entity_rev ON measurement_unit (entity, rev);
CREATE UNIQUE INDEX measurement_unit_symbol ON measurement_unit (symbol, entity) WHERE NOT deleted;
CREATE TRIGGER sync_stamp BEFORE INSERT OR UPDATE ON measurement_unit
  FOR EACH ROW EXECUTE FUNCTION sync_stamp();

CREATE TABLE inventory_type (
  id text PRIMARY KEY,
  created_at timestamptz NOT NULL,
  created_by_id text,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  deleted boolean NOT NULL DEFAULT false,
  entity text NOT NULL CHECK (entity IN ('WBL', 'RESONANT')),
  name text NOT NULL,
  category text NOT NULL CHECK (category IN ('REAGENT', 'KIT', 'FLOW_CELL', 'CONSUMABLE', 'CONTROL', 'PRIMER', 'OTHER')),
  vendor text,
  catalog_number text NOT NULL,
  measurement_unit_id text NOT NULL REFERENCES measurement_unit (id),
  units_per_item numeric NOT NULL,
  reorder_point numeric,
  storage_temperature numeric,
  shelf_life_after_opening integer,
  shelf_life_interval text CHECK (shelf_life_interval IN ('DAY', 'WEEK', 'MONTH', 'YEAR')),
  requires_qc boolean NOT NULL,
  hazard text,
  rev bigint NOT NULL DEFAULT 0
);
CREATE INDEX inventory_type_entity_rev ON inventory_type (entity, rev);
CREATE INDEX inventory_type_category ON inventory_type (category);
CREATE INDEX inventory_type_measurement_unit_id ON inventory_type (measurement_unit_id);
CREATE TRIGGER sync_stamp BEFORE INSERT OR UPDATE ON inventory_type
  FOR EACH ROW EXECUTE FUNCTION sync_stamp();

-- `remaining` has no lower bound: two people may draw the last unit offline, and both draws are booked.
CREATE TABLE inventory_item (
  id text PRIMARY KEY,
  created_at timestamptz NOT NULL,
  created_by_id text,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  deleted boolean NOT NULL DEFAULT false,
  entity text NOT NULL CHECK (entity IN ('WBL', 'RESONANT')),
  inventory_type_id text NOT NULL REFERENCES inventory_type (id),
  status text NOT NULL CHECK (status IN ('ORDERED', 'RECEIVED', 'OPENED', 'USED')),
  lot_number text,
  serial_number text,
  barcode_id text,
  barcode text,
  quantity numeric,
  remaining numeric,
  ordered_at timestamptz,
  ordered_by_id text,
  received_at timestamptz,
  received_by_id text,
  opened_at timestamptz,
  opened_by_id text,
  used_at timestamptz,
  expiration_date date,
  storage_location_id text REFERENCES storage_management (id),
  unit_cost bigint,
  purchase_order_number text,
  qc_passed boolean,
  quarantined boolean NOT NULL,
  disposal_reason text,
  rev bigint NOT NULL DEFAULT 0
);
CREATE INDEX inventory_item_entity_rev ON inventory_item (entity, rev);
CREATE INDEX inventory_item_inventory_type_id ON inventory_item (inventory_type_id);
CREATE INDEX inventory_item_barcode ON inventory_item (barcode);
CREATE INDEX inventory_item_lot_number ON inventory_item (lot_number);
CREATE INDEX inventory_item_storage_location_id ON inventory_item (storage_location_id);
CREATE TRIGGER sync_stamp BEFORE INSERT OR UPDATE ON inventory_item
  FOR EACH ROW EXECUTE FUNCTION sync_stamp();

CREATE TABLE equipment (
  id text PRIMARY KEY,
  created_at timestamptz NOT NULL,
  created_by_id text,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  deleted boolean NOT NULL DEFAULT false,
  entity text NOT NULL CHECK (entity IN ('WBL', 'RESONANT')),
  name text NOT NULL,
  type text NOT NULL,
  manufacturer text,
  model text,
  serial_number text NOT NULL,
  barcode_id text,
  barcode text,
  location text REFERENCES storage_management (id),
  status text NOT NULL CHECK (status IN ('ACTIVE', 'MAINTENANCE', 'OUT_OF_SERVICE', 'RETIRED')),
  certification_interval integer,
  certification_interval_unit text CHECK (certification_interval_unit IN ('DAY', 'WEEK', 'MONTH', 'YEAR')),
  installed_on date,
  rev bigint NOT NULL DEFAULT 0
);
CREATE INDEX equipment_entity_rev ON equipment (entity, rev);
CREATE INDEX equipment_type ON equipment (type);
CREATE INDEX equipment_barcode ON equipment (barcode);
CREATE UNIQUE INDEX equipment_serial_number ON equipment (serial_number, entity) WHERE NOT deleted;
CREATE TRIGGER sync_stamp BEFORE INSERT OR UPDATE ON equipment
  FOR EACH ROW EXECUTE FUNCTION sync_stamp();

CREATE TABLE certification (
  id text PRIMARY KEY,
  created_at timestamptz NOT NULL,
  created_by_id text,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  deleted boolean NOT NULL DEFAULT false,
  entity text NOT NULL CHECK (entity IN ('WBL', 'RESONANT')),
  equipment_id text NOT NULL REFERENCES equipment (id),
  type text NOT NULL CHECK (type IN ('CALIBRATION', 'PREVENTIVE_MAINTENANCE', 'PERFORMANCE_CHECK')),
  performed_on date NOT NULL,
  performed_by text NOT NULL,
  expires_on date NOT NULL,
  result text NOT NULL CHECK (result IN ('PASS', 'FAIL')),
  certificate_file_id text,
  notes text
);
CREATE INDEX certification_equipment_id ON certification (equipment_id);
CREATE TRIGGER sync_touch AFTER INSERT OR UPDATE ON certification
  FOR EACH ROW EXECUTE FUNCTION sync_touch('equipment', 'equipment_id');

ALTER TABLE storage_management ADD FOREIGN KEY (equipment_id) REFERENCES equipment (id);
