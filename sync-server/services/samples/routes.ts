import type { Pool } from 'pg';
import { isVisible, type LabMember } from '#db/access/lab.ts';
import * as barcodeCalls from '#db/api/samples/barcodes.ts';
import * as calls from '#db/api/samples/samples.ts';
import { batch } from '#db/batches/batch.ts';
import type { AnyEntity, Row } from '#db/entity.ts';
import { AppError } from '#db/errors/app-error.ts';
import { person } from '#db/identity/person.ts';
import { equipment } from '#db/inventory/equipment.ts';
import { inventoryItem } from '#db/inventory/inventory-item.ts';
import { order } from '#db/ordering/orders/order.ts';
import { shipment } from '#db/ordering/shipments/shipment.ts';
import { barcode } from '#db/samples/barcode.ts';
import type { BarcodeType } from '#db/samples/barcode-type.ts';
import { sample } from '#db/samples/sample.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { storageManagement } from '#db/storage/storage-management.ts';
import { BusinessEntity } from '#db/values/business-entity.ts';
import type { ApiRoute } from '#sync-server/http/api-route.ts';
import { serveCall } from '#sync-server/http/serve-call.ts';
import { columnList } from '#sync-server/postgres/entity-store.ts';
import { quoted, rowOf, rowTypes } from '#sync-server/postgres/row-mapping.ts';
import { serveFamilyOperation, serveOperation, serveRows } from '#sync-server/services/family-routes.ts';
import { printRoutes } from './print-routes.ts';

const TARGETS: Record<BarcodeType, readonly AnyEntity[]> = {
  ORDER: [order],
  REQUISITION: [specimen],
  SPECIMEN: [specimen],
  SAMPLE: [sample],
  PLATE: [batch, storageManagement],
  STORAGE: [storageManagement],
  INVENTORY_ITEM: [inventoryItem],
  EQUIPMENT: [equipment],
  SEQUENCER: [equipment],
  FLOW_CELL: [inventoryItem],
  DNA_BARCODE: [inventoryItem],
  SHIPMENT: [shipment, order],
  USER_BADGE: [person],
};

async function firstRow<E extends AnyEntity>(
  pool: Pool,
  entity: E,
  condition: string,
  values: unknown[],
): Promise<Row<E> | undefined> {
  const text = `SELECT ${columnList(entity)} FROM ${quoted(entity.table)} WHERE ${condition} LIMIT 1`;
  const { rows } = await pool.query<Record<string, unknown>>({ text, values, types: rowTypes });
  return rows[0] ? rowOf(entity, rows[0]) : undefined;
}

/**
 * Resolve a code to its barcode row, the kind of record, and the record; a replaced label leads to its
 * successor. A record of a business entity that the person does not see is not known to them.
 */
async function resolveBarcode(pool: Pool, value: string, person: LabMember) {
  const lab = person.lab.id;
  const barcodeRow = await firstRow(
    pool,
    barcode,
    'value = $1 AND lab = $2 AND NOT deleted ORDER BY active DESC, created_at DESC',
    [value, lab],
  );
  const unknown = new AppError(
    'NOT_FOUND',
    `The code ${value} is not known. Check the label and scan again.`,
  );
  if (!barcodeRow) throw unknown;
  const successor = barcodeRow.aliasOfId
    ? await firstRow(pool, barcode, 'id = $1 AND lab = $2', [barcodeRow.aliasOfId, lab])
    : undefined;
  const current = successor ?? barcodeRow;
  for (const entity of TARGETS[current.type]) {
    const target = await firstRow(pool, entity, 'id = $1 AND lab = $2', [current.targetId, lab]);
    if (target && !isVisible(person, { entity: BusinessEntity.parse(target['entity']) })) throw unknown;
    if (target) return { barcode: barcodeRow, kind: entity.name, target };
  }
  if (!isVisible(person, barcodeRow)) throw unknown;
  return { barcode: barcodeRow, kind: null, target: null };
}

/**
 * `/api/lab/samples`, `/api/lab/custody` and `/api/lab/barcode`. A status changes only through its operation.
 */
export const sampleRoutes: readonly ApiRoute[] = [
  ...serveRows(sample, calls.listSamples, calls.readSample),
  serveFamilyOperation(calls.changeSampleStatus, ['lab/samples/update/status', 'lab/samples', 'lab/custody']),
  serveOperation(calls.overrideSample, 'override-sample'),
  serveFamilyOperation(calls.changeCustody, ['lab/custody']),
  serveCall(barcodeCalls.readBarcode, ({ services, session, params }) =>
    resolveBarcode(services.pool, params.value, session),
  ),
  ...printRoutes,
];
