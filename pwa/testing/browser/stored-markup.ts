import type pg from 'pg';
import { z } from 'zod';
import { CATALOGUE } from '#db/catalogue.ts';
import type { AnyEntity } from '#db/entity.ts';

/** The word by which written markup is found on a page. */
export const MARK = 'MARKUP';
const HOSTILE = `${MARK}<img src=x onerror=ran=1><script>ran=1</script>"'`;

/** Text that nobody writes: secrets, keys, names of records and of lists, places in a grid, addresses of machines. */
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

/** A view: what is read there is written elsewhere. */
const NO_TABLES: readonly string[] = ['person'];

const column = (field: string): string =>
  `"${field.replaceAll(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`)}"`;

/** Every field that takes any words at all, as its own rules say; a field that is added later is among them. */
const textFieldsOf = ({ name, schema }: AnyEntity): string[] =>
  Object.entries(schema.shape)
    .filter(([field]) => !NO_WORDS.includes(`${name}.${field}`))
    .filter(([, type]) => z.safeParse(type, HOSTILE).success)
    .map(([field]) => column(field));

// Texts in JSON: the reasons and notes of what happened, changed fields, and the looks of a note.
const IN_JSON: readonly string[] = [
  `UPDATE event SET data = data || (SELECT jsonb_object_agg(key, $1::text) FROM jsonb_each(data)
     WHERE key IN ('reason', 'note', 'notes', 'text', 'name', 'description'))
     WHERE data ?| ARRAY['reason', 'note', 'notes', 'text', 'name', 'description']`,
  `UPDATE audit_log SET changes = jsonb_build_object('name', jsonb_build_array($1::text, $1::text))`,
  `UPDATE note SET body = jsonb_build_object('type', 'doc', 'content', jsonb_build_array(jsonb_build_object('type',
     'paragraph', 'content', jsonb_build_array(jsonb_build_object('type', 'text', 'text', $1::text)))))`,
];

/** Writes markup, as if people had, into every text of a lab; one of a kind that must be the only one has its id behind. */
export async function writeMarkup(owner: pg.Pool): Promise<void> {
  const client = await owner.connect();
  try {
    // Past triggers: history may not be written anew otherwise. Devices load all of it for the first time.
    await client.query(`BEGIN; SET LOCAL session_replication_role = 'replica'`);
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
