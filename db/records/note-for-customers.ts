import { z } from 'zod';
import { NoteBody } from './note-body.ts';

const Mention = z.object({ type: z.literal('mention') });

/** A note as customers read it: they know the lab, not who of it was named. */
export const withoutNames = (body: NoteBody): NoteBody =>
  NoteBody.parse(
    JSON.parse(JSON.stringify(body), (_key, part: unknown) =>
      Mention.safeParse(part).success ? { type: 'text', text: '@the lab' } : part,
    ),
  );
