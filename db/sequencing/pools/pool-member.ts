import { z } from 'zod';
import { defineEntity, type Row, tenantFields } from '#db/entity.ts';
import { decimal, ref } from '#db/values/field-types.ts';

/** A library in a pool (domain-lab 15). The pool is a sample without a specimen; results go to its members. */
export const poolMember = defineEntity({
  name: 'PoolMember',
  table: 'pool_member',
  schema: z.object({
    ...tenantFields,
    poolSampleId: ref,
    sampleId: ref,
    batchId: ref,
    /** µL of the library in the pool. */
    volume: decimal,
    /** fmol; null when its concentration or fragment length is unknown. */
    amount: decimal.nullable(),
  }),
  indexes: ['poolSampleId', 'sampleId', 'batchId'],
  replica: { own: { collection: 'batches' } },
});
export type PoolMember = Row<typeof poolMember>;
