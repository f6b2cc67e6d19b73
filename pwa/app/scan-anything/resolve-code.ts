import { useCallback } from 'react';
import { BATCH_STATUS_DISPLAY, BATCH_TYPE_FACTS, batch } from '#db/batches/batch.ts';
import { person } from '#db/identity/person.ts';
import { certification } from '#db/inventory/certification.ts';
import { equipmentProblem, nextCertificationDue } from '#db/inventory/certification-due.ts';
import { equipment } from '#db/inventory/equipment.ts';
import { INVENTORY_ITEM_STATUS, inventoryItem } from '#db/inventory/inventory-item.ts';
import { inventoryType } from '#db/inventory/inventory-type.ts';
import { effectiveExpiration, lotName, lotProblem, mustBeCounted } from '#db/inventory/lot-problem.ts';
import { overdrawn } from '#db/inventory/stock-level.ts';
import { order } from '#db/ordering/orders/order.ts';
import { ORDER_STATUS } from '#db/ordering/orders/order-status.ts';
import { section } from '#db/protocols/section.ts';
import { assignedSection } from '#db/protocols/sections/assigned-section.ts';
import { currentSection, runningSections } from '#db/protocols/sections/current-section.ts';
import { SAMPLE_STATUS, sample } from '#db/samples/sample.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { SPECIMEN_STATUS } from '#db/specimens/specimen-status.ts';
import { STORAGE_TYPE, storageManagement } from '#db/storage/storage-management.ts';
import { labDayOf } from '#db/values/lab-day.ts';
import type { StatusDisplay } from '#db/values/tone.ts';
import { humanize, orderTitle } from '#pwa/format/names.ts';
import { countOf } from '#pwa/format/numbers.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { placesOf } from '#pwa/replica/hooks/use-places.ts';
import { findByCode, readDocument, readList, type ShownDocument } from '#pwa/replica/operations/read-view.ts';
import { type Body, childRows, rowOf } from '#pwa/replica/store/document.ts';
import type { Replica } from '#pwa/replica/sync/replica.ts';
import type { ScannedRecord } from './scan-links.ts';

/** A customer's plate: all its wells have the same code. */
interface CustomerPlate {
  orderId: string;
  plateNumber: number | null;
  /** Any of its wells. */
  well: ShownDocument;
  wells: number;
  received: number;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Merge the wells with the same plate code: the user scanned one plate, not 96 specimens. */
export function gatherPlates(
  documents: readonly ShownDocument[],
  code: string,
): { plates: CustomerPlate[]; rest: ShownDocument[] } {
  const plates = new Map<string, CustomerPlate>();
  const rest: ShownDocument[] = [];
  for (const one of documents) {
    const { shipmentPlateBarcode, shipmentPlateNumber, orderId, receivedAt } = one.body;
    if (one.kind !== 'Specimen' || textOf(shipmentPlateBarcode).toUpperCase() !== code.trim().toUpperCase()) {
      rest.push(one);
      continue;
    }
    const plateNumber = typeof shipmentPlateNumber === 'number' ? shipmentPlateNumber : null;
    const key = `${textOf(orderId)}|${plateNumber}`;
    const plate = plates.get(key) ?? {
      orderId: textOf(orderId),
      plateNumber,
      well: one,
      wells: 0,
      received: 0,
    };
    plate.wells += 1;
    if (textOf(receivedAt) !== '') plate.received += 1;
    plates.set(key, plate);
  }
  return { plates: [...plates.values()], rest };
}

/** Description of a scanned thing. */
interface Description {
  kindLabel: string;
  name: string;
  status: StatusDisplay | null;
  /** One or two sentences: location, custodian, problems. */
  facts: string[];
  /** True when the user should stop and check. */
  warning: boolean;
}

/** The queries that a description may run on the device. */
interface Known {
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
    return buildDescription('Order', orderTitle(row), ORDER_STATUS[row.status], [
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
const describeRecord = (kind: string, body: Body, known: Known): Description =>
  DESCRIBE[kind]?.(body, known) ??
  buildDescription(humanize(kind), String(body['name'] ?? body['groupNumber'] ?? ''), null, []);

/** One thing that a code identifies, described and with its link properties. */
export interface Resolved {
  record: ScannedRecord;
  description: Description;
}

async function sectionOf(replica: Replica, batchId: string, procedureId: unknown) {
  const rows = await readList(replica, 'assigned-sections', { kind: 'AssignedSection', filter: { batchId } });
  const procedure =
    typeof procedureId === 'string' ? await readDocument(replica, 'procedures', procedureId) : undefined;
  if (!procedure) return undefined;
  const sections = childRows(section, procedure.body, 'sections');
  return currentSection(
    runningSections(
      rows.map((one) => rowOf(assignedSection, one.body)),
      sections,
    ),
  );
}

async function describePlate(replica: Replica, plate: CustomerPlate, code: string): Promise<Resolved> {
  const { orderId, plateNumber, well, wells, received } = plate;
  const bought = await readDocument(replica, 'orders', orderId);
  const number = bought?.body['orderNumber'];
  const facts = [
    `Plate ${plateNumber ?? ''} of order ${typeof number === 'string' ? number : ''}.`,
    `${received} of ${wells} wells received.`,
  ];
  return {
    record: { kind: 'CustomerPlate', id: well.id, body: well.body },
    description: { kindLabel: 'Customer plate', name: code, status: null, facts, warning: false },
  };
}

async function resolve(replica: Replica, code: string): Promise<Resolved[]> {
  const all = await findByCode(replica, code);
  if (all.length === 0) return [];
  const { plates, rest: documents } = gatherPlates(all, code);
  const [storage, people, enrollment] = await Promise.all([
    readList(replica, 'storage', { kind: 'StorageManagement' }),
    readList(replica, 'people', { kind: 'Person' }),
    replica.enrollment(),
  ]);
  const places = placesOf(storage.map((one) => rowOf(storageManagement, one.body)));
  const names = new Map(people.map((one) => rowOf(person, one.body)).map((one) => [one.userId, one.name]));
  const labTimezone = enrollment?.labTimezone ?? 'UTC';
  const labDay = labDayOf(new Date().toISOString(), labTimezone);
  const described = await Promise.all(
    documents.map(async ({ kind, id, body }) => {
      const current = kind === 'Batch' ? await sectionOf(replica, id, body['procedureId']) : undefined;
      const typeId = kind === 'InventoryItem' ? body['inventoryTypeId'] : null;
      const type =
        typeof typeId === 'string' ? await readDocument(replica, 'inventory-items', typeId) : undefined;
      const description = describeRecord(kind, body, {
        labDay,
        labTimezone,
        placeText: (place, position) => places.text(place, position),
        nameOf: (userId) => (userId === null ? '' : (names.get(userId) ?? 'somebody else')),
        typeOf: () => type?.body,
        currentSection: current?.section.name ?? null,
      });
      return { record: { kind, id, body, currentSectionId: current?.assigned.id ?? null }, description };
    }),
  );
  return [...(await Promise.all(plates.map((plate) => describePlate(replica, plate, code)))), ...described];
}

/** Resolve a code on this device: nothing, one thing, or several that share the code. */
export function useResolve(): (code: string) => Promise<Resolved[]> {
  const replica = useReplica();
  return useCallback((code) => resolve(replica, code), [replica]);
}
