import { z } from 'zod';
import { baseFields, defineEntity, type Row } from '#db/entity.ts';
import { bool, instant, ref } from '#db/values/field-types.ts';
import { EmailUpdateFrequency } from './preference-form.ts';

/** The email choices of a person; one row per person. */
export const preference = defineEntity({
  name: 'Preference',
  table: 'preference',
  schema: z.object({
    ...baseFields,
    userId: ref,
    emailUpdateFrequency: EmailUpdateFrequency,
    orderCompleteEmail: bool,
    lastDigestAt: instant.nullable(),
  }),
  indexes: ['userId'],
  replica: null,
});
export type Preference = Row<typeof preference>;
