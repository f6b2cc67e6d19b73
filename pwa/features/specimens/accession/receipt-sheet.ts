import { PACKAGE_CONDITION } from '#db/specimens/accession/accession-group.ts';
import { DISCREPANCY_TYPE } from '#db/specimens/discrepancies/discrepancy.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { knownFacts, type PrintSheet } from '#pwa/printing/print-sheet.ts';
import { countSession, type SessionMaterial } from './session-counts.ts';
import type { SessionDraft } from './session-draft.ts';

interface ReceiptSource {
  draft: SessionDraft;
  groupNumber: string;
  material: SessionMaterial;
  entity: BusinessEntity;
}

/** Build the printed receipt of a shipment: what was expected, what came, and its problems. */
export function receiptSheet({ draft, groupNumber, material, entity }: ReceiptSource): PrintSheet {
  const counts = countSession(draft, material);
  const specimens = new Map(material.specimens.map((one) => [one.id, one]));
  const requisitionOf = (id: string | null): string =>
    (id === null ? undefined : specimens.get(id)?.requisitionNumber) ?? 'Unexpected';
  const tubes = draft.tubes.map((tube) => [
    tube.julianId,
    requisitionOf(tube.specimenId),
    [tube.containerName, tube.position].filter(Boolean).join(', '),
    tube.condition === 'NONE' ? '' : DISCREPANCY_TYPE[tube.condition],
  ]);
  const wells = draft.plates.flatMap((plate) =>
    (plate.accepted ?? []).map(({ julianId, specimenId, well }) => {
      const exception = plate.exceptions[well];
      return [
        julianId,
        requisitionOf(specimenId),
        `Plate ${plate.plateNumber}, ${well}`,
        exception ? DISCREPANCY_TYPE[exception] : '',
      ];
    }),
  );
  return {
    entity,
    title: 'Receipt',
    number: groupNumber,
    name: draft.title,
    facts: knownFacts([
      { name: 'Received', value: formatDate(draft.startedAt, 'monthDayAtTime') },
      { name: 'Tracking number', value: draft.trackingNumber },
      { name: 'Package', value: draft.condition && PACKAGE_CONDITION[draft.condition] },
      { name: 'Temperature', value: draft.temperature === '' ? null : `${draft.temperature} °C` },
      { name: 'Expected', value: String(counts.expected) },
      { name: 'Received specimens', value: String(counts.received) },
      { name: 'Missing', value: String(counts.missing) },
      { name: 'Unexpected', value: String(counts.unexpected) },
    ]),
    ...(draft.note === '' ? {} : { texts: [draft.note] }),
    tables: [
      {
        title: 'Specimens',
        columns: ['Number', 'Requisition', 'Place', 'Problem'],
        rows: [...tubes, ...wells],
      },
    ],
  };
}
