import type { Pool } from 'pg';
import { ShownUsers } from '#db/identity/shown-user.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { USER_SORT, type UserExportQuery, type UserListQuery } from './user-list-query.ts';

const instant = (column: string): string =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Memberships as people see them. Columns are named one by one: no secret comes out because a column was added. */
export const MEMBERSHIPS = `
  SELECT u.id, uc.id AS "userCompanyId", coalesce(u.name, u.first_name || ' ' || u.last_name) AS name,
         u.first_name AS "firstName", u.last_name AS "lastName", u.email, u.phone, u.image IS NOT NULL AS image,
         uc.role, uc.company_id AS "companyId", c.name AS "companyName",
         CASE WHEN uc.accepted_at IS NULL THEN 'INVITED' WHEN uc.deactivated THEN 'DEACTIVATED' ELSE 'ACTIVE' END AS status,
         ${instant('uc.last_login')} AS "lastLogin", ${instant('uc.invited_at')} AS "invitedAt",
         coalesce(i.name, i.first_name || ' ' || i.last_name) AS "invitedBy", ${instant('uc.accepted_at')} AS "acceptedAt"
    FROM user_company uc
    JOIN "user" u ON u.id = uc.user_id
    JOIN company c ON c.id = uc.company_id
    LEFT JOIN "user" i ON i.id = uc.invited_by_id
   WHERE uc.entity = $1 AND ($2::text[] IS NULL OR uc.company_id = ANY ($2)) AND NOT uc.deleted AND NOT u.deleted
     AND NOT c.deleted`;

const likeText = (search: string): string => `%${search.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;

/** Whose list it is: the business entity and the companies in sight. */
export interface Sight {
  entity: BusinessEntity;
  companies: 'all' | readonly string[];
}

/** The first two values of every statement over memberships. */
export const sightValues = ({ entity, companies }: Sight): unknown[] => [
  entity,
  companies === 'all' ? null : companies,
];

function narrowed(query: UserExportQuery, sight: Sight) {
  const values = sightValues(sight);
  const bind = (value: unknown): string => `$${values.push(value)}`;
  const conditions = ['true'];
  if (query.search !== '') {
    const term = bind(likeText(query.search));
    conditions.push(`(m.name ILIKE ${term} OR m.email ILIKE ${term} OR m."companyName" ILIKE ${term})`);
  }
  if (query.role) conditions.push(`m.role = ANY (${bind(query.role)}::text[])`);
  if (query.companyId) conditions.push(`m."companyId" = ANY (${bind(query.companyId)}::text[])`);
  if (query.status) conditions.push(`m.status = ANY (${bind(query.status)}::text[])`);
  const from = `FROM (${MEMBERSHIPS}) m WHERE ${conditions.join(' AND ')}`;
  const order = query.sort
    .map(({ field, descending }) => `${sortColumn(field)} ${descending ? 'DESC' : 'ASC'} NULLS LAST`)
    .concat('m."userCompanyId"')
    .join(', ');
  return { from, order, values, bind };
}

// The schema of the query lets no other name through.
const sortColumn = (field: string): string =>
  Object.hasOwn(USER_SORT, field) ? USER_SORT[field as keyof typeof USER_SORT] : USER_SORT.id;

/** One page of the people in sight. */
export async function listUsers(pool: Pool, query: UserListQuery, sight: Sight) {
  const { from, order, values, bind } = narrowed(query, sight);
  const count = await pool.query<{ total: number }>(`SELECT count(*)::int AS total ${from}`, [...values]);
  const page = `LIMIT ${bind(query.limit)} OFFSET ${bind((query.page - 1) * query.limit)}`;
  const { rows } = await pool.query(`SELECT m.* ${from} ORDER BY ${order} ${page}`, values);
  const { page: at, limit } = query;
  return ShownUsers.parse({ rows, total: count.rows[0]?.total ?? 0, page: at, limit });
}
