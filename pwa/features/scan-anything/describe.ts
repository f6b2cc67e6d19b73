import { batch } from '#db/batches/batch.ts';
import { BATCH_STATUS_DISPLAY } from '#db/batches/batch-status.ts';
import { BATCH_TYPE_FACTS } from '#db/batches/batch-type.ts';
import { person } from '#db/identity/person.ts';
import { certification } from '#db/inventory/certification.ts';
import { nextCertificationDue } from '#db/inventory/certification-due.ts';
import { effectiveExpiration } from '#db/inventory/effective-expiration.ts';
import { equipment } from '#db/inventory/equipment.ts';
import { equipmentProblem } from '#db/inventory/equipment-problem.ts';
import { inventoryItem } from '#db/inventory/inventory-item.ts';
import { INVENTORY_ITEM_STATUS } from '#db/inventory/inventory-item-status.ts';
import { inventoryType } from '#db/inventory/inventory-type.ts';
import { lotName, lotProblem } from '#db/inventory/lot-problem.ts';
import { mustBeCounted } from '#db/inventory/must-be-counted.ts';
import { overdrawn } from '#db/inventory/stock-level.ts';
import { order } from '#db/ordering/order.ts';
import { ORDER_STATUS } from '#db/ordering/order-status.ts';
import { sample } from '#db/samples/sample.ts';
import { SAMPLE_STATUS } from '#db/samples/sample-status.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { SPECIMEN_STATUS } from '#db/specimens/specimen-status.ts';
import { storageManagement } from '#db/storage/storage-management.ts';
import { STORAGE_TYPE } from '#db/storage/storage-type.ts';
import type { StatusDisplay } from '#db/values/tone.ts';
import { countOf } from '#pwa/format/counts.ts';
import { humanize } from '#pwa/format/names.ts';
import { type Body, childRows, rowOf } from '#pwa/replica/document.ts';

/** Description of a scanned thing. */
export interface Description {
  kindLabel: string;
  name: string;
  status: StatusDisplay | null;
  /** One or two sentences: location, custodian, problems. */
  facts: string[];
  /** True when the user should stop and check. */
  warning: boolean;
}

/** The queries that a description may run on the device. */
export interface Known {
  labDay: string;
  labTimezone: string;
  placeText(id: string | null, position: string | null): string;
  nameOf(userId: string | null): string;
  /** The catalog entry of a lot. */
  typeOf(id: unknown): Body | undefined;
  /** Name of a batch's current section. */
  currentSection: string | null;
}

const buildDescription = (
  kindLabel: string,
  name: string,
  status: StatusDisplay | null,
  facts: (string | null)[],
): Description => ({
  kindLabel,
  name,
  status,
  facts: facts.flatMap((fact) => (fact ? [fact] : [])),
  warning: false,
});

const DESCRIBE: Record<string, (body: Body, known: Known) => Description> = {
  Sample: (body, known) => {
    const row = rowOf(sample, body);
    const place = known.placeText(row.storageLocationId, row.storagePosition);
    const custodyText =
      row.custodianUserId === null ? null : `Checked out to ${known.nameOf(row.custodianUserId)}.`;
    return buildDescription('Sample', row.barcode, SAMPLE_STATUS[row.status], [
      custodyText ?? `In ${place}.`,
      custodyText && `Home: ${place}.`,
    ]);
  },
  StorageManagement: (body, known) => {
    const row = rowOf(storageManagement, body);
    const inside =
      row.parentId === null ? null : `In ${known.placeText(row.parentId, row.positionInParent)}.`;
    const retired = row.status === 'RETIRED' ? 'Retired: nothing may be put here.' : null;
    const kindLabel = STORAGE_TYPE[row.type].label;
    return { ...buildDescription(kindLabel, row.name, null, [inside, retired]), warning: retired !== null };
  },
  Specimen: (body) => {
    const row = rowOf(specimen, body);
    return buildDescription('Specimen', row.julianId ?? row.requisitionNumber, SPECIMEN_STATUS[row.status], [
      `Requisition ${row.requisitionNumber}.`,
    ]);
  },
  Batch: (body, known) => {
    const row = rowOf(batch, body);
    return buildDescription(
      `${BATCH_TYPE_FACTS[row.type].label} batch`,
      row.julianId,
      BATCH_STATUS_DISPLAY[row.status],
      [row.name, known.currentSection && `Current section: ${known.currentSection}.`],
    );
  },
  Order: (body) => {
    const row = rowOf(order, body);
    return buildDescription('Order', row.orderNumber, ORDER_STATUS[row.status], [
      `${countOf(row.projectedSpecimenCount, 'specimen')}.`,
      row.trackingNumber && `Tracking number ${row.trackingNumber}.`,
    ]);
  },
  Equipment: (body, known) => {
    const row = rowOf(equipment, body);
    const certificates = childRows(certification, body, 'certifications');
    const problem = equipmentProblem(row, certificates, known.labDay);
    const due = nextCertificationDue(row, certificates);
    const facts = [problem?.message ?? 'May be used.', due && `Next certificate due ${due}.`];
    return { ...buildDescription('Equipment', row.name, null, facts), warning: problem !== null };
  },
  InventoryItem: (body, known) => describeLot(body, known),
  Person: (body) => {
    const row = rowOf(person, body);
    return buildDescription('Badge', row.name, null, [
      `${humanize(row.role)}.`,
      row.deactivated ? 'No longer works here.' : null,
    ]);
  },
};

function describeLot(body: Body, known: Known): Description {
  const row = rowOf(inventoryItem, body);
  const typeBody = known.typeOf(row.inventoryTypeId);
  const status = INVENTORY_ITEM_STATUS[row.status];
  if (!typeBody) return buildDescription('Lot', lotName(row), status, []);
  const type = rowOf(inventoryType, typeBody);
  const problem = lotProblem(row, type, row.inventoryTypeId, known);
  const expires = effectiveExpiration(row, type, known.labTimezone);
  const reason = row.disposalReason && `Reason: ${row.disposalReason}`;
  const count = mustBeCounted(row) ? `${overdrawn(row)} Count what is really left.` : null;
  const facts = [
    type.name,
    problem?.message ?? 'May be used.',
    count,
    reason,
    expires && `Good until ${expires}.`,
  ];
  return { ...buildDescription('Lot', lotName(row), status, facts), warning: problem !== null };
}

/** Describe a scanned document. */
export const describeRecord = (kind: string, body: Body, known: Known): Description =>
  DESCRIBE[kind]?.(body, known) ??
  buildDescription(humanize(kind), String(body['name'] ?? body['groupNumber'] ?? ''), null, []);
