import { z } from 'zod';
import { defineEntity, type Row, tenantFields } from '#db/entity.ts';
import { SpecimenType } from '#db/specimens/specimen-type.ts';
import { bool, ref } from '#db/values/field-types.ts';

/** A flow that a protocol may use, and for which specimens; exactly one is the default. */
export const protocolFlow = defineEntity({
  name: 'ProtocolFlow',
  table: 'protocol_flow',
  schema: z.object({
    ...tenantFields,
    protocolId: ref,
    flowId: ref,
    isDefault: bool,
    /** Empty means any. */
    specimenTypes: z.array(SpecimenType),
    /** Null means any. */
    extractedNucleicAcids: bool.nullable(),
  }),
  create: ['protocolId', 'flowId', 'isDefault', 'specimenTypes', 'extractedNucleicAcids'],
  update: ['isDefault', 'specimenTypes', 'extractedNucleicAcids'],
  list: { sort: ['createdAt'], filter: ['protocolId', 'flowId'], search: [] },
  indexes: ['protocolId', 'flowId'],
  replica: { own: { collection: 'procedures' } },
});
export type ProtocolFlow = Row<typeof protocolFlow>;
