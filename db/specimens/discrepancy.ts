import { z } from 'zod';
import { defineEntity, type Row, tenantFields } from '#db/entity.ts';
import { instant, longText, ref } from '#db/values/field-types.ts';
import { DiscrepancyResolution } from './discrepancy-resolution.ts';
import { DiscrepancyType } from './discrepancy-type.ts';

/** A problem at check-in. It belongs to a specimen or, for a tube without one, to a sample; never to both. */
export const discrepancy = defineEntity({
  name: 'Discrepancy',
  table: 'discrepancy',
  schema: z.object({
    ...tenantFields,
    accessionGroupId: ref,
    specimenId: ref.nullable(),
    sampleId: ref.nullable(),
    type: DiscrepancyType,
    description: longText,
    photoFileIds: z.array(ref),
    resolution: DiscrepancyResolution,
    resolutionNote: longText.nullable(),
    /** The submitter's written statement that allowed the relabeling of a tube. */
    statementFileId: ref.nullable(),
    resolvedById: ref.nullable(),
    resolvedAt: instant.nullable(),
  }),
  create: [],
  update: ['description', 'photoFileIds'],
  list: {
    sort: ['createdAt', 'type', 'resolution'],
    filter: ['type', 'resolution', 'specimenId', 'accessionGroupId'],
    search: ['description'],
  },
  indexes: ['specimenId', 'sampleId', 'accessionGroupId', 'resolution'],
  replica: {
    embedded: [
      { collection: 'specimens', as: 'discrepancies', parentKey: 'specimenId' },
      { collection: 'samples', as: 'discrepancies', parentKey: 'sampleId' },
    ],
  },
});
export type Discrepancy = Row<typeof discrepancy>;
