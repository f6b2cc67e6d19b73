import { z } from 'zod';
import { MESSAGES } from '#db/errors/messages.ts';
import { describeField } from '#db/values/field-types.ts';
import { fieldOf } from './schema-field.tsx';

/** A required reason in a person's own words. */
export const reasonText = (limit = 500, label = 'Reason') =>
  describeField(z.string().trim().min(1, MESSAGES.reasonRequired).max(limit), { label, input: 'area' });

/** The form of an action that needs nothing but a reason. */
export const ReasonForm = z.object({ reason: reasonText() });

export const ReasonField = fieldOf<typeof ReasonForm>();
