import { type Discrepancy, discrepancy } from '#db/specimens/discrepancy.ts';
import { buildRow, nextNumber } from './build-row.ts';

/** Build a damaged tube without a decision. */
export const buildDiscrepancy = (overrides: Partial<Discrepancy> = {}): Discrepancy =>
  buildRow(
    discrepancy,
    {
      id: `discrepancy-${nextNumber('discrepancy')}`,
      accessionGroupId: 'accession-group-1',
      specimenId: overrides.sampleId ? null : 'specimen-1',
      type: 'DAMAGED',
      description: 'The cap is cracked.',
      photoFileIds: [],
      resolution: 'OPEN',
    },
    overrides,
  );
