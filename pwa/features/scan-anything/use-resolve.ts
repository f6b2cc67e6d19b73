import { useCallback } from 'react';
import { person } from '#db/identity/person.ts';
import { assignedSection } from '#db/protocols/assigned-section.ts';
import { currentSection, runningSections } from '#db/protocols/current-section.ts';
import { section } from '#db/protocols/section.ts';
import { storageManagement } from '#db/storage/storage-management.ts';
import { labDayOf } from '#db/values/lab-day.ts';
import { childRows, rowOf } from '#pwa/replica/document.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { placesOf } from '#pwa/replica/hooks/use-places.ts';
import { findByCode, readDocument, readList } from '#pwa/replica/read-view.ts';
import type { Replica } from '#pwa/replica/replica.ts';
import { type CustomerPlate, gatherPlates } from './customer-plates.ts';
import { type Description, describeRecord } from './describe.ts';
import type { ScannedRecord } from './scan-links.ts';

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
