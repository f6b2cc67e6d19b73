import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import { visibleEntities } from '#db/access/lab.ts';
import { STAFF_ROLES, seesAllCompanies } from '#db/access/roles.ts';
import type { AllNotesQuery } from '#db/api/records/notes.ts';
import { ListedNote } from '#db/records/notes/shown-note.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import { visibleCompanies } from '#sync-server/http/require-access.ts';
import type { Session } from '#sync-server/http/session.ts';
import { reads } from '#sync-server/postgres/typed-reads.ts';
import { type ListPage, readList } from '#sync-server/reads/read-list.ts';
import { either, findLookupConditions, isLike, isOneOf, likeText } from '#sync-server/reads/search-rows.ts';
import { isOfTenant, tenantOf } from '#sync-server/reads/tenant.ts';
import { readRecordNames, recordKey } from '#sync-server/services/records/events/record-names.ts';
import { OWNER_OF_TARGET } from '#sync-server/services/records/record-owner.ts';
import { wordsFor } from './list-notes.ts';

const ROWS = reads.selectFrom('note as n').where(sql<SqlBool>`NOT n.deleted`);
const { ref } = expressionBuilder(ROWS);
const SORT = { createdAt: { by: ref('n.created_at') }, targetType: { by: ref('n.target_type') } };
const AUTHOR = sql<string>`coalesce(u.name, u.email)`;

// The email address replaces a missing name.
const isAuthorLike = (term: string) =>
  sql<SqlBool>`(u.name ILIKE ${term} OR (u.name IS NULL AND u.email ILIKE ${term}))`;

/**
 * SQL: notes that a person reads: staff all of the entity, customers the customer-visible ones on records of
 * their companies.
 */
async function conditionsOf(services: Pick<AppServices, 'pool'>, session: Session, query: AllNotesQuery) {
  const conditions: Expression<SqlBool>[] = isOfTenant(tenantOf(session), 'n');
  const companyScope = await visibleCompanies(services.pool, session);
  const staff = seesAllCompanies(session.role);
  if (!staff) conditions.push(sql`n.visibility = 'CUSTOMER'`);
  if (companyScope !== 'all') conditions.push(isOneOf(sql.raw(OWNER_OF_TARGET), companyScope));
  if (query.targetType) conditions.push(isOneOf(ref('n.target_type'), query.targetType));
  if (query.visibility) conditions.push(isOneOf(ref('n.visibility'), query.visibility));
  if (query.about) {
    const mine = {
      written: sql<SqlBool>`n.author_id = ${session.userId}`,
      named: sql<SqlBool>`n.mentions @> ARRAY[${session.userId}]`,
    };
    conditions.push(either(query.about.map((about) => mine[about])));
  }
  if (query.search !== '') {
    const term = likeText(query.search);
    const authors = reads.selectFrom('user as u').select('u.id').where(isAuthorLike(term));
    // Customers do not see staff names, so they cannot search notes by them.
    const byName = staff
      ? await findLookupConditions(services.pool, [{ column: ref('n.author_id'), ids: authors }])
      : [];
    conditions.push(either([isLike([ref('n.body_text')], term), ...byName]));
  }
  return conditions;
}

const selectNotes = (userId: string, entities: readonly BusinessEntity[]) => (rows: typeof ROWS) =>
  rows.innerJoin('user as u', 'u.id', 'n.author_id').select([
    'n.id',
    'n.target_type as targetType',
    'n.target_id as targetId',
    'n.body',
    'n.body_text as text',
    'n.author_id as authorId',
    AUTHOR.as('authorName'),
    'n.visibility',
    'n.pinned',
    'n.created_at as createdAt',
    'n.edited_at as editedAt',
    sql<boolean>`${userId} = ANY (n.mentions)`.as('namesMe'),
    sql<boolean>`EXISTS (SELECT 1 FROM user_company uc WHERE uc.user_id = n.author_id AND uc.entity = ANY (${entities})
      AND uc.role = ANY (${[...STAFF_ROLES]}))`.as('byStaff'),
  ]);

/** Read one page of the visible notes on all records, with the records' names. */
export async function listAllNotes(
  services: Pick<AppServices, 'pool'>,
  session: Session,
  query: AllNotesQuery,
): Promise<ListPage<ListedNote>> {
  const { pool } = services;
  const conditions = await conditionsOf(services, session, query);
  const source = { from: ROWS, id: ref('n.id'), sort: SORT, where: conditions, newestFirst: true };
  const page = await readList(pool, source, selectNotes(session.userId, visibleEntities(session)), query);
  const targets = page.rows.map(({ targetType: type, targetId: id }) => ({ type, id }));
  const names = await readRecordNames(pool, visibleEntities(session), targets);
  const staff = seesAllCompanies(session.role);
  return {
    ...page,
    rows: page.rows.map((row) => {
      const recordName = names.get(recordKey(row.targetType, row.targetId))?.recordName ?? null;
      const note = ListedNote.parse({ ...row, recordName });
      return { ...note, ...wordsFor(staff, note) };
    }),
  };
}
