import { expressionBuilder, type SqlBool, sql } from 'kysely';
import type { Pool } from 'pg';
import { roleLabel } from '#db/access/role-labels.ts';
import type { Role } from '#db/access/roles.ts';
import { UserListQuery } from '#db/api/identity/users.ts';
import type { ListCounts } from '#db/api/list-counts.ts';
import { MEMBERSHIP_STATUS, type ShownMembership, ShownUsers, USER_VIEWS } from '#db/identity/shown-user.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import type { TableCell } from '#db/values/csv.ts';
import { formatPhone } from '#db/values/phone.ts';
import { clockText } from '#db/values/wall-clock.ts';
import { reads } from '#sync-server/postgres/typed-reads.ts';
import { countViews } from '#sync-server/reads/count-views.ts';
import { narrowed, readList, type SortColumn } from '#sync-server/reads/read-list.ts';
import {
  either,
  findLookupConditions,
  isFoundIn,
  isLike,
  isOneOf,
  likeText,
} from '#sync-server/reads/search-rows.ts';

const ROWS = reads
  .selectFrom('user_company as uc')
  .innerJoin('user as u', 'u.id', 'uc.user_id')
  .innerJoin('company as c', 'c.id', 'uc.company_id')
  .where(sql<SqlBool>`NOT uc.deleted AND NOT u.deleted AND NOT c.deleted`);
const { ref } = expressionBuilder(ROWS);

const NAME = sql<string>`coalesce(u.name, u.first_name || ' ' || u.last_name)`;
const STATUS = sql<string>`CASE WHEN uc.accepted_at IS NULL THEN 'INVITED'
  WHEN uc.deactivated THEN 'DEACTIVATED' ELSE 'ACTIVE' END`;

/** Sort columns of the user list; nothing of a request becomes SQL. */
const SORT: Readonly<Record<string, SortColumn>> = {
  name: { by: sql`lower(${NAME})` },
  email: { by: ref('u.email') },
  role: { by: ref('uc.role') },
  companyName: { by: sql`lower(c.name)` },
  status: { by: STATUS },
  lastLogin: { by: ref('uc.last_login'), nullable: true },
  invitedAt: { by: ref('uc.invited_at'), nullable: true },
};

/** The scope of the list: the business entity and the visible companies. */
export interface UserScope {
  entity: BusinessEntity;
  companies: 'all' | readonly string[];
}

/** SQL: the visible memberships. */
const scopeConditions = ({ entity, companies }: UserScope) => [
  sql<SqlBool>`uc.entity = ${entity}`,
  ...(companies === 'all' ? [] : [isOneOf(ref('uc.company_id'), companies)]),
];

/**
 * SQL: public columns of memberships. Columns are listed one by one, so that a new column cannot expose a
 * secret.
 */
const selectMemberships = (rows: typeof ROWS) =>
  rows
    .leftJoin('user as i', 'i.id', 'uc.invited_by_id')
    .select([
      'u.id',
      'uc.id as userCompanyId',
      NAME.as('name'),
      'u.first_name as firstName',
      'u.last_name as lastName',
      'u.email',
      'u.phone',
      sql<boolean>`u.image IS NOT NULL`.as('image'),
      'uc.role',
      'uc.company_id as companyId',
      'c.name as companyName',
      STATUS.as('status'),
      'uc.last_login as lastLogin',
      'uc.invited_at as invitedAt',
      sql<string | null>`coalesce(i.name, i.first_name || ' ' || i.last_name)`.as('invitedBy'),
      'uc.accepted_at as acceptedAt',
    ]);

/** Read the visible memberships of one person, by organization name. */
export const membershipsOf = (scope: UserScope, userId: string) =>
  narrowed(selectMemberships(ROWS), scopeConditions(scope))
    .where('u.id', '=', userId)
    .orderBy(sql`lower(c.name), uc.id`);

async function conditionsOf(pool: Pool, query: UserListQuery, scope: UserScope) {
  const conditions = scopeConditions(scope);
  if (query.search !== '') {
    const term = likeText(query.search);
    const people = reads
      .selectFrom('user as u')
      .select('u.id')
      .where(isLike([NAME, sql.ref('u.email')], term));
    const companies = reads.selectFrom('company').select('id').where('name', 'ilike', term);
    const lookupConditions = await findLookupConditions(pool, [
      { column: ref('uc.company_id'), ids: companies },
    ]);
    conditions.push(either([isFoundIn(ref('uc.user_id'), people), ...lookupConditions]));
  }
  if (query.role) conditions.push(isOneOf(ref('uc.role'), query.role));
  if (query.companyId) conditions.push(isOneOf(ref('uc.company_id'), query.companyId));
  if (query.status) conditions.push(isOneOf(STATUS, query.status));
  return conditions;
}

/** Read one page of the visible people. */
export async function listUsers(pool: Pool, query: UserListQuery, scope: UserScope) {
  // People are sorted by their id, and those with several memberships by the membership's.
  const sort = { ...SORT, person: { by: ref('u.id') } };
  const fields = query.sort.map((one) => (one.field === 'id' ? { ...one, field: 'person' } : one));
  const source = { from: ROWS, id: ref('uc.id'), sort, where: await conditionsOf(pool, query, scope) };
  return ShownUsers.parse(await readList(pool, source, selectMemberships, { ...query, sort: fields }));
}

/** Count the visible people of each view. */
export async function countUsers(pool: Pool, scope: UserScope): Promise<ListCounts> {
  const views = await Promise.all(
    USER_VIEWS.map(async ({ id, filters }) => ({
      id,
      where: await conditionsOf(pool, UserListQuery.parse(filters), scope),
    })),
  );
  return countViews(pool, ROWS, views);
}

const HEADERS = [
  'Name',
  'Email',
  'Phone',
  'Role',
  'Organization',
  'Status',
  'Last sign-in',
  'Invited',
  'Invited by',
];

/** Build the user list as a table: one membership per line, in the reader's terms and the lab's time zone. */
export function usersTable(
  rows: readonly ShownMembership[],
  { reader, zone }: { reader: Role; zone: string },
): TableCell[][] {
  const momentOf = (instant: string | null): string => (instant === null ? '' : clockText(instant, zone));
  return [
    HEADERS,
    ...rows.map((row) => [
      row.name,
      row.email,
      row.phone ? formatPhone(row.phone) : '',
      roleLabel(row.role, reader),
      row.companyName,
      MEMBERSHIP_STATUS[row.status].label,
      momentOf(row.lastLogin),
      momentOf(row.invitedAt),
      row.invitedBy ?? '',
    ]),
  ];
}
