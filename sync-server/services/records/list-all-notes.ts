import { z } from 'zod';
import { STAFF_ROLES } from '#db/access/roles.ts';
import { seesAllCompanies } from '#db/access/scope.ts';
import { NoteTargetType } from '#db/records/note-target-type.ts';
import { NoteVisibility } from '#db/records/note-visibility.ts';
import { ListedNote } from '#db/records/shown-note.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import { companiesInSight } from '#sync-server/http/scope.ts';
import type { Session } from '#sync-server/http/session.ts';
import { repeated } from '#sync-server/services/listing/filter-values.ts';
import { sortOf } from '#sync-server/services/listing/list-query.ts';
import { wordsFor } from './list-notes.ts';
import { readRecordNames, recordKey } from './record-names.ts';
import { OWNER_OF_TARGET } from './record-owner.ts';

/** `GET /api/notes/all`, in. `about=written` are my own, `about=named` those that name me. */
export const AllNotesQuery = z.strictObject({
  targetType: repeated.pipe(z.array(NoteTargetType)).optional(),
  visibility: repeated.pipe(z.array(NoteVisibility)).optional(),
  about: repeated.pipe(z.array(z.enum(['written', 'named']))).optional(),
  search: z.string().trim().max(200).default(''),
  sort: sortOf(['id', 'createdAt', 'targetType']),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  limit: z.coerce.number().int().min(1).max(100).default(25),
});
type AllNotesQuery = z.infer<typeof AllNotesQuery>;

const COLUMNS: Readonly<Record<string, string>> = {
  id: 'n.id',
  createdAt: 'n.created_at',
  targetType: 'n.target_type',
};
const NAME = 'coalesce(u.name, u.email)';

/** Which notes somebody reads: staff all of the entity, customers what is for customers on records of their companies. */
async function conditionsOf(services: Pick<AppServices, 'pool'>, session: Session, query: AllNotesQuery) {
  const values: unknown[] = [session.entity, session.userId];
  const bind = (value: unknown): string => `$${values.push(value)}`;
  const where = ['n.entity = $1', 'NOT n.deleted', '$2::text IS NOT NULL'];
  const sight = await companiesInSight(services.pool, session);
  if (!seesAllCompanies(session.role)) where.push(`n.visibility = 'CUSTOMER'`);
  if (sight !== 'all') where.push(`${OWNER_OF_TARGET} = ANY (${bind(sight)})`);
  if (query.targetType) where.push(`n.target_type = ANY (${bind(query.targetType)})`);
  if (query.visibility) where.push(`n.visibility = ANY (${bind(query.visibility)})`);
  if (query.about) {
    const mine = { written: 'n.author_id = $2', named: '$2 = ANY (n.mentions)' };
    where.push(`(${query.about.map((about) => mine[about]).join(' OR ')})`);
  }
  if (query.search !== '') {
    const like = bind(`%${query.search.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`);
    // Customers know the lab, not who of it was there: they find no note by such a name.
    const byName = seesAllCompanies(session.role) ? ` OR ${NAME} ILIKE ${like}` : '';
    where.push(`(n.body_text ILIKE ${like}${byName})`);
  }
  return { where: where.join(' AND '), values, bind };
}

/** One page of the notes in somebody's sight, on whatever records they stand, with the names of these. */
export async function listAllNotes(
  services: Pick<AppServices, 'pool'>,
  session: Session,
  query: AllNotesQuery,
): Promise<{ rows: ListedNote[]; total: number; page: number; limit: number }> {
  const { pool } = services;
  const { page, limit } = query;
  const { where, values, bind } = await conditionsOf(services, session, query);
  const from = `FROM note n JOIN "user" u ON u.id = n.author_id WHERE ${where}`;
  const counted = await pool.query<{ total: number }>(`SELECT count(*)::int AS total ${from}`, values);
  const order = query.sort.map(({ field, descending }) => `${COLUMNS[field]} ${descending ? 'DESC' : 'ASC'}`);
  const staff = seesAllCompanies(session.role);
  const { rows } = await pool.query<Omit<ListedNote, 'createdAt' | 'editedAt'> & Times>(
    `SELECT n.id, n.target_type AS "targetType", n.target_id AS "targetId", n.body, n.body_text AS text,
       n.author_id AS "authorId", ${NAME} AS "authorName", n.visibility, n.pinned, n.created_at AS "createdAt",
       n.edited_at AS "editedAt", $2 = ANY (n.mentions) AS "namesMe",
       EXISTS (SELECT 1 FROM user_company uc WHERE uc.user_id = n.author_id AND uc.entity = $1
         AND uc.role = ANY (${bind([...STAFF_ROLES])})) AS "byStaff"
     ${from} ORDER BY ${order.join(', ')}, n.id DESC LIMIT ${bind(limit)} OFFSET ${bind((page - 1) * limit)}`,
    values,
  );
  const targets = rows.map(({ targetType: type, targetId: id }) => ({ type, id }));
  const names = await readRecordNames(pool, session.entity, targets);
  return {
    rows: rows.map((row) =>
      ListedNote.parse({
        ...row,
        ...wordsFor(staff, row),
        recordName: names.get(recordKey(row.targetType, row.targetId))?.recordName ?? null,
        createdAt: row.createdAt.toISOString(),
        editedAt: row.editedAt?.toISOString() ?? null,
      }),
    ),
    total: counted.rows[0]?.total ?? 0,
    page,
    limit,
  };
}

interface Times {
  createdAt: Date;
  editedAt: Date | null;
}
