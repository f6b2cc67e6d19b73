import { z } from 'zod';
import { NoteBody } from './note-body.ts';

const Mention = z.object({ type: z.literal('mention') });

/** Convert a note for customers: mentions become "@the lab", because customers see no staff names. */
export const withoutNames = (body: NoteBody): NoteBody =>
  NoteBody.parse(
    JSON.parse(JSON.stringify(body), (_key, part: unknown) =>
      Mention.safeParse(part).success ? { type: 'text', text: '@the lab' } : part,
    ),
  );
