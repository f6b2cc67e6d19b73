import type { ClientBase } from 'pg';
import { mayVisit } from '#db/access/paths.ts';
import { isOneOf, type Role, STAFF_ROLES } from '#db/access/roles.ts';
import type { NoteTargetType } from '#db/records/notes/note.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { neutralizeText } from '#sync-server/auth/accounts/account-emails.ts';
import { publicUrl } from '#sync-server/config/entity-addresses.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import type { Session } from '#sync-server/http/session.ts';
import { renderEmail } from '#sync-server/integrations/mail/email-template.ts';
import { queueMail } from '#sync-server/integrations/mail/queue-mail.ts';

/** Email about a mention in a note. The text stays behind the sign-in, because notes may concern patients. */
export const renderMentionEmail = (
  entity: BusinessEntity,
  notification: { url: string; author: string; record: string },
) => {
  const author = neutralizeText(notification.author, 'A colleague');
  return renderEmail(entity, {
    subject: `${author} mentioned you in a note`,
    heading: 'You were mentioned in a note',
    paragraphs: [`${author} mentioned you in a note. Sign in to read the note.`],
    facts: [['Record', neutralizeText(notification.record, '(see the page)')]],
    action: { label: 'Read the note', url: notification.url },
  });
};

/** Staff page and name of each kind of record with notes. */
const RECORDS: Record<NoteTargetType, { path: string; name: string }> = {
  Order: {
    path: '/lab/orders/',
    name: `SELECT coalesce(order_number, 'Draft order') AS name FROM "order" WHERE id = $1`,
  },
  Specimen: {
    path: '/lab/specimens/',
    name: `SELECT coalesce(julian_id, CASE WHEN requisition_number LIKE 'DRAFT-%' THEN customer_sample_id
             ELSE requisition_number END) AS name FROM specimen WHERE id = $1`,
  },
  Sample: { path: '/lab/samples/', name: 'SELECT barcode AS name FROM sample WHERE id = $1' },
  Batch: { path: '/lab/batches/', name: 'SELECT julian_id AS name FROM batch WHERE id = $1' },
  Project: { path: '/lab/projects/', name: 'SELECT name FROM project WHERE id = $1' },
  Company: { path: '/organizations/', name: 'SELECT name FROM company WHERE id = $1' },
};

const MENTIONED_USERS = `
  SELECT u.email, array_agg(uc.role ORDER BY uc.id) AS roles FROM "user" u
    JOIN user_company uc ON uc.user_id = u.id AND uc.entity = $2 AND NOT uc.deactivated AND NOT uc.deleted
   WHERE u.id = ANY ($1) AND NOT u.deleted GROUP BY u.email ORDER BY u.email`;

/** Email the people who are newly mentioned in a note, in the operation's transaction. */
export async function notifyMentionedUsers(
  client: ClientBase,
  { env }: Pick<AppServices, 'env'>,
  { entity, userId, name }: Pick<Session, 'entity' | 'userId' | 'name'>,
  note: { targetType: NoteTargetType; targetId: string },
  mentions: readonly string[],
): Promise<void> {
  const otherUserIds = mentions.filter((id) => id !== userId);
  if (otherUserIds.length === 0) return;
  const { path: folder, name: nameQuery } = RECORDS[note.targetType];
  const path = `${folder}${note.targetId}`;
  const [record] = (await client.query<{ name: string | null }>(nameQuery, [note.targetId])).rows;
  const { rows } = await client.query<{ email: string; roles: Role[] }>(MENTIONED_USERS, [
    otherUserIds,
    entity,
  ]);
  for (const { email, roles } of rows) {
    const opens = roles.some(
      (role) => isOneOf(role, STAFF_ROLES) && mayVisit(env.SITE_VARIANT[entity], role, path),
    );
    const mentionEmail = renderMentionEmail(entity, {
      // Not everybody can open every record, but everybody has a list of notes that mention them.
      url: `${publicUrl(env, entity)}${opens ? path : '/notes?about=named'}`,
      author: name,
      record: record?.name ?? note.targetType,
    });
    await queueMail(client, { entity, kind: 'NOTE_MENTION', to: email, ...mentionEmail, data: note });
  }
}
