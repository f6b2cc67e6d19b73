import type pg from 'pg';
import { z } from 'zod';
import { CATALOGUE } from '#db/entities.ts';
import type { AnyEntity } from '#db/entity.ts';

/** The marker by which inserted markup is found on a page. */
export const MARK = 'MARKUP';
const HOSTILE = `${MARK}<img src=x onerror=ran=1><script>ran=1</script>"'`;

/**
 * Texts that users do not write: secrets, keys, names of records and of lists, places in a grid, network
 * addresses.
 */
const NO_WORDS: readonly string[] = [
  'User.password',
  'User.pin',
  'User.googleId',
  'EmailToken.tokenHash',
  'EmailToken.email',
  'Order.paymentIntentId',
  'Order.shippingLabelUrl',
  'Shipment.labelUrl',
  'DataUseInfo.agreementVersion',
  'Sample.barcode',
  'Sample.storagePosition',
  'AuditLog.tableName',
  'AuditLog.requestId',
  'AccessLog.targetType',
  'AccessLog.ip',
  'Email.to',
  'Event.targetType',
  'S3File.type',
  'S3File.bucket',
  'S3File.key',
  'S3File.sha256',
  'S3File.targetType',
  'SyncConflict.kind',
  'SyncConflict.targetType',
  'SyncConflict.action',
  'SyncConflict.resolution',
  'StorageManagement.barcode',
  'StorageManagement.positionInParent',
  'InventoryItem.barcode',
  'Equipment.barcode',
  'Protocol.code',
  'Procedure.code',
  'Competence.procedureCode',
  // Only a revoked record has a reason.
  'Competence.revocationReason',
  'Field.pattern',
  'Signature.targetType',
  'Signature.signatureProof',
  'Payment.paymentIntentId',
  'Payment.providerRefundId',
  'Payment.idempotencyKey',
  'PaymentEvent.eventId',
  'PaymentEvent.kind',
  'PaymentEvent.payloadHash',
  'PaymentEvent.paymentIntentId',
  'Note.targetType',
  'SavedFilter.list',
];

/** A view: its texts are stored in other tables. */
const NO_TABLES: readonly string[] = ['person'];

const column = (field: string): string =>
  `"${field.replaceAll(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`)}"`;

/** Every field that accepts free text by its own schema; new fields are included automatically. */
const textFieldsOf = ({ name, schema }: AnyEntity): string[] =>
  Object.entries(schema.shape)
    .filter(([field]) => !NO_WORDS.includes(`${name}.${field}`))
    .filter(([, type]) => z.safeParse(type, HOSTILE).success)
    .map(([field]) => column(field));

// Texts in JSON: reasons and notes of events, changed fields, and the appearance of a note.
const IN_JSON: readonly string[] = [
  `UPDATE event SET data = data || (SELECT jsonb_object_agg(key, $1::text) FROM jsonb_each(data)
     WHERE key IN ('reason', 'note', 'notes', 'text', 'name', 'description'))
     WHERE data ?| ARRAY['reason', 'note', 'notes', 'text', 'name', 'description']`,
  `UPDATE audit_log SET changes = jsonb_build_object('name', jsonb_build_array($1::text, $1::text))`,
  `UPDATE note SET body = jsonb_build_object('type', 'doc', 'content', jsonb_build_array(jsonb_build_object('type',
     'paragraph', 'content', jsonb_build_array(jsonb_build_object('type', 'text', 'text', $1::text)))))`,
];

// The demo lab has no audit log of its own: one change of a sample in each business entity.
const AUDIT_ENTRY = `INSERT INTO audit_log
    (id, created_at, updated_at, entity, table_name, record_id, action, changes, user_id, occurred_at)
  SELECT DISTINCT ON (s.entity) 'markup-' || s.entity, now(), now(), s.entity, 'sample', s.id, 'UPDATE',
    '{"notes": [null, "text"]}'::jsonb, uc.user_id, now()
  FROM sample s JOIN user_company uc ON uc.entity = s.entity AND uc.role = 'LAB_TECH' ORDER BY s.entity, s.id, uc.id`;

/** Insert markup, as if users had, into every text of a lab; unique texts get their id appended. */
export async function writeMarkup(owner: pg.Pool): Promise<void> {
  const client = await owner.connect();
  try {
    // This bypasses triggers, because history is read-only otherwise. Devices load all of it for the first
    // time.
    await client.query(`BEGIN; SET LOCAL session_replication_role = 'replica'`);
    await client.query(AUDIT_ENTRY);
    for (const entity of CATALOGUE.filter(({ table }) => !NO_TABLES.includes(table))) {
      const textFields = textFieldsOf(entity);
      if (textFields.length === 0) continue;
      const values = textFields.map((name) => `${name} = $1 || id`);
      await client.query(`UPDATE "${entity.table}" SET ${values.join(', ')}`, [HOSTILE]);
    }
    for (const statement of IN_JSON) await client.query(statement, [HOSTILE]);
    await client.query('COMMIT');
  } finally {
    client.release();
  }
}
