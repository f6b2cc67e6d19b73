import { type AccessionGroup, accessionGroup } from '#db/specimens/accession-group.ts';
import { buildRow, nextNumber } from './build-row.ts';

/** Build a closed receiving session of one intact package. */
export function buildAccessionGroup(overrides: Partial<AccessionGroup> = {}): AccessionGroup {
  const number = nextNumber('accession-group');
  return buildRow(
    accessionGroup,
    {
      id: `accession-group-${number}`,
      groupNumber: `AG-W26325-${String(number % 100).padStart(2, '0')}`,
      orderIds: ['order-1'],
      receivedAt: '2026-11-21T09:00:00.000Z',
      receivedById: 'user-tech',
      packageCondition: 'INTACT',
      packageCount: 1,
      expectedCount: 1,
      receivedCount: 1,
      missingCount: 0,
      unexpectedCount: 0,
      quarantinedCount: 0,
      photoFileIds: [],
      closedAt: '2026-11-21T09:00:00.000Z',
    },
    overrides,
  );
}
