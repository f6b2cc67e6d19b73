import { z } from 'zod';
import { defineEntity, type Row, tenantFields } from '#db/entity.ts';
import { DnaType } from '#db/specimens/dna-type.ts';
import { SourceSpecies } from '#db/specimens/source-species.ts';
import { SpecimenType } from '#db/specimens/specimen-type.ts';
import { bool, decimal, instant, int, longText, ref, requiredText } from '#db/values/field-types.ts';
import { ProtocolStatus } from './protocol-status.ts';

/** The scientific and commercial definition of a test. */
export const protocol = defineEntity({
  name: 'Protocol',
  table: 'protocol',
  schema: z.object({
    ...tenantFields,
    name: requiredText,
    code: requiredText,
    /** The published version of this protocol; `version` counts writes of the row. */
    protocolVersion: int,
    status: ProtocolStatus,
    description: longText.nullable(),
    acceptedSpecimenTypes: z.array(SpecimenType),
    acceptedDnaTypes: z.array(DnaType),
    acceptedSpecies: z.array(SourceSpecies),
    minConcentration: decimal.nullable(),
    minVolume: decimal.nullable(),
    minMass: decimal.nullable(),
    targetTurnaroundDays: int,
    clinical: bool,
    collectToFillRun: bool,
    analysisId: ref.nullable(),
    targetYieldGb: decimal.nullable(),
    targetCoverage: decimal.nullable(),
    supersedesId: ref.nullable(),
    approvedById: ref.nullable(),
    approvedAt: instant.nullable(),
    rejectionReason: longText.nullable(),
  }),
  create: [
    'name',
    'code',
    'description',
    'acceptedSpecimenTypes',
    'acceptedDnaTypes',
    'acceptedSpecies',
    'minConcentration',
    'minVolume',
    'minMass',
    'targetTurnaroundDays',
    'clinical',
    'collectToFillRun',
    'targetYieldGb',
    'targetCoverage',
  ],
  update: [
    'name',
    'description',
    'acceptedSpecimenTypes',
    'acceptedDnaTypes',
    'acceptedSpecies',
    'minConcentration',
    'minVolume',
    'minMass',
    'targetTurnaroundDays',
    'collectToFillRun',
    'targetYieldGb',
    'targetCoverage',
  ],
  list: {
    sort: ['name', 'code', 'status', 'createdAt'],
    filter: ['status', 'clinical'],
    search: ['name', 'code'],
  },
  indexes: ['code', 'status'],
  replica: { own: { collection: 'procedures' } },
});
export type Protocol = Row<typeof protocol>;
