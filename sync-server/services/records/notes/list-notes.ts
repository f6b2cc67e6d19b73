import type { z } from 'zod';
import { limitNameOf, may } from '#db/access/grants.ts';
import { visibleEntities } from '#db/access/lab.ts';
import { isOneOf, STAFF_ROLES, seesAllCompanies } from '#db/access/roles.ts';
import type { NotesQuery } from '#db/api/records/notes.ts';
import { noteText } from '#db/records/notes/note-body.ts';
import { ShownNote, withoutNames } from '#db/records/notes/shown-note.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import type { Session } from '#sync-server/http/session.ts';
import { requireRecord } from '#sync-server/services/records/record-owner.ts';

const MAX_NOTES = 500;
const NOTES = `
  SELECT n.id, n.version, n.target_type AS "targetType", n.target_id AS "targetId", n.body, n.body_text AS text,
    n.author_id AS "authorId", coalesce(u.name, u.email) AS "authorName", n.visibility, n.pinned,
    n.created_at AS "createdAt", n.edited_at AS "editedAt",
    EXISTS (SELECT 1 FROM user_company uc WHERE uc.user_id = n.author_id AND uc.entity = ANY ($1)
      AND uc.role = ANY ($5)) AS "byStaff"
  FROM note n JOIN "user" u ON u.id = n.author_id
  WHERE n.entity = ANY ($1) AND n.target_type = $2 AND n.target_id = $3 AND NOT n.deleted
    AND ($4 OR n.visibility = 'CUSTOMER')
  ORDER BY n.pinned DESC, n.created_at DESC, n.id DESC LIMIT ${MAX_NOTES}`;

/** Report whether this person may perform the action on a note of this author. */
const mayChange = (session: Session, authorId: string, action: 'update' | 'delete'): boolean =>
  may(session.role, `notes:${action}`) &&
  (authorId === session.userId || limitNameOf(session.role, `notes:${action}`) === null);

/** Present a note to its reader. */
export function wordsFor(staff: boolean, note: Pick<ShownNote, 'body' | 'text' | 'authorName' | 'byStaff'>) {
  if (staff) return {};
  const body = withoutNames(note.body);
  return { body, text: noteText(body), authorName: note.byStaff ? 'The lab' : note.authorName };
}

/** Read the notes of a visible record: all for staff, the customer-visible ones for customers. */
export async function listNotes(
  { pool }: Pick<AppServices, 'pool'>,
  session: Session,
  { targetType, targetId }: z.infer<typeof NotesQuery>,
): Promise<{ rows: ShownNote[] }> {
  await requireRecord(pool, session, targetType, targetId);
  const staff = seesAllCompanies(session.role);
  const { rows } = await pool.query<
    Omit<ShownNote, 'createdAt' | 'editedAt'> & { createdAt: Date; editedAt: Date | null }
  >(NOTES, [visibleEntities(session), targetType, targetId, staff, [...STAFF_ROLES]]);
  return {
    rows: rows.map((row) =>
      ShownNote.parse({
        ...row,
        ...wordsFor(staff, row),
        createdAt: row.createdAt.toISOString(),
        editedAt: row.editedAt?.toISOString() ?? null,
        editable: mayChange(session, row.authorId, 'update'),
        removable: mayChange(session, row.authorId, 'delete'),
      }),
    ),
  };
}

/** List whom this person may mention in a note: staff for staff, nobody for customers. */
export async function listNotePeople(
  { pool }: Pick<AppServices, 'pool'>,
  { role, entity }: Session,
): Promise<{ people: { id: string; name: string }[] }> {
  if (!isOneOf(role, STAFF_ROLES)) return { people: [] };
  const { rows } = await pool.query<{ id: string; name: string }>(
    `SELECT DISTINCT u.id, coalesce(u.name, u.email) AS name FROM user_company uc JOIN "user" u ON u.id = uc.user_id
      WHERE uc.entity = $1 AND uc.role = ANY ($2) AND NOT uc.deactivated AND NOT uc.deleted AND NOT u.deleted
      ORDER BY name LIMIT 1000`,
    [entity, [...STAFF_ROLES]],
  );
  return { people: rows };
}
