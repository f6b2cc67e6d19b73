import type { ClientBase } from 'pg';
import type { NoteTargetType } from '#db/records/note-target-type.ts';
import { publicUrl } from '#sync-server/config/public-urls.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import type { Session } from '#sync-server/http/session.ts';
import { queueMail } from '#sync-server/integrations/mail/queue-mail.ts';
import { mentionLetter } from './note-letters.ts';

/** Where staff read a note of each kind of record, and what the record is called. */
const RECORDS: Record<NoteTargetType, { path: string; name: string }> = {
  Order: { path: '/lab/orders/', name: `SELECT order_number AS name FROM "order" WHERE id = $1` },
  Specimen: {
    path: '/lab/specimens/',
    name: 'SELECT coalesce(julian_id, requisition_number) AS name FROM specimen WHERE id = $1',
  },
  Sample: { path: '/lab/samples/', name: 'SELECT barcode AS name FROM sample WHERE id = $1' },
  Batch: { path: '/lab/batches/', name: 'SELECT julian_id AS name FROM batch WHERE id = $1' },
  Project: { path: '/lab/projects/', name: 'SELECT name FROM project WHERE id = $1' },
  Company: { path: '/organizations/', name: 'SELECT name FROM company WHERE id = $1' },
};

/** Writes to those who are named in a note and were not before, in the transaction of the act. */
export async function tellMentioned(
  client: ClientBase,
  { env }: Pick<AppServices, 'env'>,
  { entity, userId, name }: Pick<Session, 'entity' | 'userId' | 'name'>,
  note: { targetType: NoteTargetType; targetId: string },
  mentions: readonly string[],
): Promise<void> {
  const others = mentions.filter((id) => id !== userId);
  if (others.length === 0) return;
  const { path, name: nameQuery } = RECORDS[note.targetType];
  const [record] = (await client.query<{ name: string | null }>(nameQuery, [note.targetId])).rows;
  const { rows } = await client.query<{ email: string }>(
    'SELECT email FROM "user" WHERE id = ANY ($1) AND NOT deleted ORDER BY email',
    [others],
  );
  const letter = mentionLetter(entity, {
    url: `${publicUrl(env, entity)}${path}${note.targetId}`,
    author: name,
    record: record?.name ?? note.targetType,
  });
  for (const { email } of rows)
    await queueMail(client, { entity, kind: 'NOTE_MENTION', to: email, ...letter, data: note });
}
