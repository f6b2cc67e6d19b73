-- What happened, what collided, what was changed and who looked; the first, third and fourth only grow.
CREATE TABLE event (
  id text PRIMARY KEY,
  created_at timestamptz NOT NULL,
  created_by_id text,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  deleted boolean NOT NULL DEFAULT false,
  entity text NOT NULL CHECK (entity IN ('WBL', 'RESONANT')),
  type text NOT NULL CHECK (type IN (
    'USER_INVITED', 'USER_CREATED', 'USER_UPDATED', 'USER_DEACTIVATED', 'USER_REACTIVATED', 'PIN_SET',
    'PIN_LOCKED', 'PASSWORD_CHANGED', 'ROLE_CHANGED', 'COMPANY_CREATED', 'COMPANY_UPDATED', 'COMPANY_HELD',
    'COMPANY_HOLD_RELEASED', 'COMPANY_VERIFICATION_REQUESTED', 'COMPANY_VERIFIED', 'COMPANY_REJECTED',
    'LICENSE_SUBMITTED', 'LICENSE_VERIFIED', 'LICENSE_ERROR', 'LICENSE_EXPIRED', 'PERMISSIONS_CHANGED',
    'ORDER_CREATED', 'ORDER_SUBMITTED', 'ORDER_APPROVED', 'ORDER_RETURNED', 'ORDER_PO_VERIFIED',
    'ORDER_STATUS_CHANGED', 'ORDER_HELD', 'ORDER_HOLD_RELEASED', 'ORDER_CANCELED', 'ORDER_OVERRIDE',
    'ORDER_CLOSED', 'ORDER_DELETED', 'MANIFEST_UPLOADED', 'PRICE_ADJUSTED', 'SHIPPING_LABEL_CREATED',
    'SHIPMENT_STATUS_CHANGED', 'SPECIMEN_CREATED', 'SPECIMEN_UPDATED', 'SPECIMEN_ACCESSIONED',
    'SPECIMEN_STATUS_CHANGED', 'SPECIMEN_DISCREPANCY', 'SPECIMEN_DISCREPANCY_RESOLVED', 'SPECIMEN_QUARANTINED',
    'SPECIMEN_RELEASED', 'SPECIMEN_ACTION_REQUIRED', 'SPECIMEN_FAILED', 'SPECIMEN_RESET', 'SPECIMEN_CANCELED',
    'SPECIMEN_DIRECTOR_APPROVED', 'RESULTS_RELEASED', 'RESULTS_RECALLED', 'RESULTS_DOWNLOADED',
    'SPECIMEN_DELETED', 'SAMPLE_CREATED', 'SAMPLE_LABEL_PRINTED', 'SAMPLE_CHECKED_OUT', 'SAMPLE_CHECKED_IN',
    'SAMPLE_CUSTODY_TRANSFERRED', 'SAMPLE_MOVED', 'SAMPLE_VOLUME_CHANGED', 'SAMPLE_STATUS_CHANGED',
    'SAMPLE_FAILED', 'SAMPLE_REQUEUED', 'SAMPLE_DEPLETED', 'SAMPLE_DISPOSED', 'SAMPLE_SENT_TO_CLIENT',
    'SAMPLE_NOT_FOUND', 'CONTAINER_CREATED', 'CONTAINER_MOVED', 'CONTAINER_SCANNED', 'CONTAINER_RETIRED',
    'BATCH_CREATED', 'BATCH_LAYOUT_CHANGED', 'BATCH_STARTED', 'BATCH_STATUS_CHANGED', 'BATCH_COMPLETED',
    'BATCH_FAILED', 'BATCH_RESET', 'BATCH_CANCELED', 'BATCH_OVERRIDE', 'BATCH_DIRECTOR_APPROVED',
    'SECTION_ASSIGNED', 'SECTION_STARTED', 'SECTION_SIGNED', 'SECTION_REVIEWED', 'SECTION_COMPLETED',
    'SECTION_REOPENED', 'FIELD_VALUE_CORRECTED', 'CONTROL_FAILED', 'RUN_STARTED', 'RUN_STATUS_CHANGED',
    'RUN_ENDED', 'RESULT_UPLOADED', 'ANALYSIS_STARTED', 'ANALYSIS_DONE', 'ANALYSIS_FAILED', 'PROTOCOL_CREATED',
    'PROTOCOL_UPDATED', 'PROTOCOL_STATUS_CHANGED', 'FLOW_CREATED', 'FLOW_UPDATED', 'FLOW_STATUS_CHANGED',
    'PROCEDURE_CREATED', 'PROCEDURE_UPDATED', 'PROCEDURE_STATUS_CHANGED', 'ANALYSIS_CREATED',
    'ANALYSIS_UPDATED', 'ANALYSIS_STATUS_CHANGED', 'SERVICE_CREATED', 'SERVICE_UPDATED',
    'SERVICE_STATUS_CHANGED', 'PROCEDURE_SIGNED_OFF', 'PROCEDURE_REJECTED', 'ITEM_ORDERED', 'ITEM_RECEIVED',
    'ITEM_OPENED', 'ITEM_CONSUMED', 'ITEM_USED', 'ITEM_ADJUSTED', 'ITEM_EXPIRED', 'STOCK_LOW',
    'EQUIPMENT_STATUS_CHANGED', 'CERTIFICATION_ADDED', 'CERTIFICATION_DUE', 'SEQUENCER_STATUS_CHANGED',
    'INVOICE_CREATED', 'INVOICE_ISSUED', 'INVOICE_STATUS_CHANGED', 'INVOICE_VOIDED', 'PAYMENT_STARTED',
    'PAYMENT_SUCCEEDED', 'PAYMENT_FAILED', 'PAYMENT_REFUNDED', 'NOTE_ADDED', 'FILE_UPLOADED', 'FILE_DELETED',
    'EMAIL_SENT', 'EMAIL_FAILED', 'SYNC_RECEIVED', 'SYNC_CONFLICT', 'SYNC_CONFLICT_RESOLVED')),
  target_type text NOT NULL,
  target_id text NOT NULL,
  user_id text,
  company_id text,
  occurred_at timestamptz NOT NULL,
  synced_at timestamptz,
  device_id text,
  data jsonb NOT NULL,
  customer_visible boolean NOT NULL
);
CREATE INDEX event_target_id ON event (target_id);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON event
  FOR EACH ROW EXECUTE FUNCTION append_only();
CREATE TRIGGER sync_touch AFTER INSERT ON event
  FOR EACH ROW EXECUTE FUNCTION sync_touch_target();

CREATE TABLE sync_conflict (
  id text PRIMARY KEY,
  created_at timestamptz NOT NULL,
  created_by_id text,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  deleted boolean NOT NULL DEFAULT false,
  entity text NOT NULL CHECK (entity IN ('WBL', 'RESONANT')),
  command_id text NOT NULL,
  other_command_id text,
  kind text NOT NULL,
  target_type text NOT NULL,
  target_id text NOT NULL,
  batch_id text,
  assigned_section_id text,
  status text NOT NULL CHECK (status IN ('OPEN', 'RESOLVED')),
  action text NOT NULL,
  mine jsonb NOT NULL,
  theirs jsonb,
  resolution text,
  resolved_by_id text,
  resolved_at timestamptz,
  rev bigint NOT NULL DEFAULT 0
);
CREATE INDEX sync_conflict_entity_rev ON sync_conflict (entity, rev);
CREATE INDEX sync_conflict_status ON sync_conflict (status);
CREATE INDEX sync_conflict_target_id ON sync_conflict (target_id);
CREATE INDEX sync_conflict_batch_id ON sync_conflict (batch_id);
CREATE INDEX sync_conflict_assigned_section_id ON sync_conflict (assigned_section_id);
CREATE INDEX sync_conflict_command_id ON sync_conflict (command_id);
CREATE TRIGGER sync_stamp BEFORE INSERT OR UPDATE ON sync_conflict
  FOR EACH ROW EXECUTE FUNCTION sync_stamp();

CREATE TABLE audit_log (
  id text PRIMARY KEY,
  created_at timestamptz NOT NULL,
  created_by_id text,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  deleted boolean NOT NULL DEFAULT false,
  entity text NOT NULL CHECK (entity IN ('WBL', 'RESONANT')),
  table_name text NOT NULL,
  record_id text NOT NULL,
  action text NOT NULL CHECK (action IN ('CREATE', 'UPDATE', 'DELETE')),
  changes jsonb NOT NULL,
  user_id text,
  reason text,
  occurred_at timestamptz NOT NULL,
  request_id text
);
CREATE INDEX audit_log_record_id ON audit_log (record_id);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON audit_log
  FOR EACH ROW EXECUTE FUNCTION append_only();

CREATE TABLE access_log (
  id text PRIMARY KEY,
  created_at timestamptz NOT NULL,
  created_by_id text,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  deleted boolean NOT NULL DEFAULT false,
  entity text NOT NULL CHECK (entity IN ('WBL', 'RESONANT')),
  user_id text,
  company_id text,
  action text NOT NULL CHECK (action IN (
    'SIGN_IN', 'SIGN_OUT', 'SIGN_IN_FAILED', 'SWITCH_COMPANY', 'SWITCH_ROLE', 'VIEW_PATIENT',
    'DOWNLOAD_RESULT', 'EXPORT')),
  target_type text,
  target_id text,
  ip text,
  user_agent text,
  occurred_at timestamptz NOT NULL
);
CREATE INDEX access_log_user_id ON access_log (user_id);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON access_log
  FOR EACH ROW EXECUTE FUNCTION append_only();
