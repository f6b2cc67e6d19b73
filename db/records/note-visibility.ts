import { z } from 'zod';

/** Who may read a note: staff only, or the customer too. */
export const NOTE_VISIBILITIES = ['INTERNAL', 'CUSTOMER'] as const;
export const NoteVisibility = z.enum(NOTE_VISIBILITIES);
export type NoteVisibility = z.infer<typeof NoteVisibility>;

/** The screen text of each value. */
export const NOTE_VISIBILITY: Record<NoteVisibility, string> = {
  INTERNAL: 'Internal',
  CUSTOMER: 'Customer',
};
