import { sql } from 'kysely';
import type { ClientBase, Pool } from 'pg';
import { seesAllCompanies } from '#db/access/scope.ts';
import type { ListQuery } from '#db/api/list-query.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { mayDoWithProjects } from '#db/research/open-project.ts';
import { type Project, project } from '#db/research/project.ts';
import { LAB_FIELDS } from '#db/research/project-form.ts';
import { PROJECT_LIFECYCLE } from '#db/research/project-lifecycle.ts';
import { type ListedProject, ProjectPage, ShownProject } from '#db/research/shown-project.ts';
import { requireVisibleCompany, visibleCompanies } from '#sync-server/http/scope.ts';
import type { Session } from '#sync-server/http/session.ts';
import { rowTypes } from '#sync-server/postgres/row-mapping.ts';
import { reads } from '#sync-server/postgres/typed-reads.ts';
import { listRows, readRow, type SearchAlso } from '#sync-server/services/listing/list-rows.ts';
import { isFoundIn, isLike } from '#sync-server/services/listing/search-rows.ts';
import { readProjectHistory } from './project-history.ts';

const RELATED_COLUMNS = `
  SELECT p.id, c.name AS "companyName", coalesce(m.name, m.email) AS "managerName",
         (SELECT count(*)::int FROM "order" o WHERE o.project_id = p.id AND NOT o.deleted) AS "orderCount",
         (SELECT count(*)::int FROM specimen s JOIN "order" o ON o.id = s.order_id
           WHERE o.project_id = p.id AND NOT o.deleted AND NOT s.deleted AND s.status <> 'DRAFT') AS "specimenCount"
    FROM project p JOIN company c ON c.id = p.company_id LEFT JOIN "user" m ON m.id = p.manager_user_id
   WHERE p.id = ANY ($1)`;
type RelatedColumns = Omit<ListedProject, keyof Project>;
const EMPTY_RELATIONS: RelatedColumns = {
  companyName: '',
  managerName: null,
  orderCount: 0,
  specimenCount: 0,
};

/** Clear the lab's internal fields of a project for customers; the responsible people stay visible. */
const asSeenBy = (session: Session, row: Project): Project =>
  seesAllCompanies(session.role) ? row : { ...row, netSuiteProjectId: null };

/** Load names and counts for the projects of one page. */
async function addRelations(
  pool: Pool,
  session: Session,
  rows: readonly Project[],
): Promise<ListedProject[]> {
  const result = await pool.query<RelatedColumns & { id: string }>(RELATED_COLUMNS, [
    rows.map(({ id }) => id),
  ]);
  const relatedById = new Map(result.rows.map((row) => [row.id, row]));
  return rows.map((row) => ({ ...asSeenBy(session, row), ...(relatedById.get(row.id) ?? EMPTY_RELATIONS) }));
}

/** The search also covers the organization and the responsible people. */
const BY_NAMES: SearchAlso = (term) => {
  const people = reads.selectFrom('user as u').select('u.id');
  const companies = reads.selectFrom('company').select('id').where('name', 'ilike', term);
  return [
    isFoundIn(sql.ref('r.company_id'), companies),
    isFoundIn(sql.ref('r.manager_user_id'), people.where(isLike([sql.ref('u.name')], term))),
  ];
};

/** Read one page of visible projects: of the reader's own companies, or all for staff. */
export async function listProjects(pool: Pool, session: Session, query: ListQuery): Promise<ProjectPage> {
  const companyScope = await visibleCompanies(pool, session);
  const requestedCompanies = query.filter['companyId'];
  const companyId =
    companyScope === 'all'
      ? requestedCompanies
      : companyScope.filter((id) => !requestedCompanies || requestedCompanies.includes(id));
  const filter = companyId ? { ...query.filter, companyId } : query.filter;
  // Deleted projects are visible to nobody.
  const scopedQuery = { ...query, filter, records: 'active' as const };
  const result = await listRows(pool, project, scopedQuery, session.entity, BY_NAMES);
  return ProjectPage.parse({ ...result, rows: await addRelations(pool, session, result.rows) });
}

const LATEST = `
  SELECT o.id, o.order_number AS "orderNumber", o.status, o.created_at AS "createdAt",
         coalesce((SELECT min(v.name) FROM service v WHERE v.protocol_id = o.protocol_id), '') AS "serviceName",
         (SELECT count(*)::int FROM specimen s WHERE s.order_id = o.id AND NOT s.deleted) AS specimens
    FROM "order" o WHERE o.project_id = $1 AND NOT o.deleted ORDER BY o.created_at DESC, o.id DESC LIMIT 5`;
const STATUSES = `
  SELECT s.status, count(*)::int AS count FROM specimen s JOIN "order" o ON o.id = s.order_id
   WHERE o.project_id = $1 AND NOT o.deleted AND NOT s.deleted AND s.status <> 'DRAFT' GROUP BY s.status`;
const CONTACT = 'SELECT coalesce(name, email) AS name FROM "user" WHERE id = $1';

const ORDERED = 'SELECT 1 FROM "order" WHERE project_id = $1 AND NOT deleted LIMIT 1';

/**
 * Undo the operation if an order is in the project; checked in its own transaction, so that none can be added
 * meanwhile.
 */
export const unlessOrdered = (id: string) => async (client: ClientBase) => {
  if ((await client.query(ORDERED, [id])).rowCount)
    throw new AppError('PROJECT_IN_USE', 'Orders stand in this project, so it stays. End it instead.');
};

/** Read one project with its orders, specimens and history; throws 404 if it is not visible. */
export async function readProject(pool: Pool, session: Session, id: string): Promise<ShownProject> {
  const row = await readRow(pool, project, id, session.entity);
  if (row.deleted) throw new AppError('NOT_FOUND', MESSAGES.notFound);
  await requireVisibleCompany(pool, session, row.companyId);
  const [[listedProject], latest, statuses, contact, history] = await Promise.all([
    addRelations(pool, session, [row]),
    pool.query({ text: LATEST, values: [id], types: rowTypes }),
    pool.query(STATUSES, [id]),
    pool.query<{ name: string }>(CONTACT, [row.customerContactUserId]),
    readProjectHistory(pool, id, seesAllCompanies(session.role) ? [] : LAB_FIELDS),
  ]);
  const changes = mayDoWithProjects(session.role, 'update');
  return ShownProject.parse({
    ...listedProject,
    contactName: contact.rows[0]?.name ?? null,
    latestOrders: latest.rows,
    specimens: statuses.rows,
    history,
    nextStatuses: changes ? PROJECT_LIFECYCLE[row.status] : [],
    editable: changes && row.status === 'ACTIVE',
    deletable: listedProject?.orderCount === 0 && mayDoWithProjects(session.role, 'delete'),
  });
}
