import { sql } from 'kysely';
import type { ClientBase, Pool } from 'pg';
import { z } from 'zod';
import { seesAllCompanies } from '#db/access/roles.ts';
import type { ListQuery } from '#db/api/list-query.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { HistoryEntry } from '#db/organizations/shown-company.ts';
import { mayDoWithProjects } from '#db/research/edit-project.ts';
import { PROJECT_LIFECYCLE, type Project, project } from '#db/research/project.ts';
import { LAB_FIELDS } from '#db/research/project-form.ts';
import { type ListedProject, ProjectPage, ShownProject } from '#db/research/shown-project.ts';
import { requireVisibleCompany, visibleCompanies } from '#sync-server/http/require-access.ts';
import type { Session } from '#sync-server/http/session.ts';
import { rowTypes } from '#sync-server/postgres/row-mapping.ts';
import { reads } from '#sync-server/postgres/typed-reads.ts';
import { listRows, readRow, type SearchAlso } from '#sync-server/reads/list-rows.ts';
import { isFoundIn, isLike } from '#sync-server/reads/search-rows.ts';

// The audit log has the changed fields of each operation, and the operation's arguments its reason.
const HISTORY = `
  SELECT a.id, a.action, a.changes, o.args, coalesce(u.name, u.email) AS by,
         to_char(a.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at
    FROM audit_log a LEFT JOIN "user" u ON u.id = a.user_id
    LEFT JOIN operation o ON o.id = a.request_id AND NOT o.repeated
   WHERE a.record_id = $1 AND a.table_name = 'project' ORDER BY a.occurred_at DESC, a.id DESC LIMIT 100`;
const NAMES = 'SELECT id, coalesce(name, email) AS name FROM "user" WHERE id = ANY ($1)';

const Line = z.object({
  id: z.string(),
  action: z.enum(['CREATE', 'UPDATE', 'DELETE']),
  changes: z.record(z.string(), z.tuple([z.json(), z.json()])),
  args: z.string().nullable(),
  by: z.string().nullable(),
  at: z.string(),
});
type Line = z.infer<typeof Line>;

const Reasoned = z.object({ reason: z.string().nullable().optional() });
const PEOPLE: Readonly<Record<string, string>> = {
  managerUserId: 'manager',
  customerContactUserId: 'contact',
};

const reasonOf = ({ args }: Line): string | null =>
  args === null ? null : (Reasoned.safeParse(JSON.parse(args)).data?.reason ?? null);

function typeOf({ action, changes }: Line): string {
  if (action === 'CREATE') return 'PROJECT_CREATED';
  const to = changes['status']?.[1];
  if (to === 'CLOSED') return 'PROJECT_CLOSED';
  return to === 'ACTIVE' ? 'PROJECT_OPENED_AGAIN' : 'PROJECT_CHANGED';
}

/** Read the history of a project, newest first, without hidden fields. */
async function readProjectHistory(
  pool: Pool,
  id: string,
  hidden: readonly string[],
): Promise<HistoryEntry[]> {
  const { rows } = await pool.query(HISTORY, [id]);
  const lines = z.array(Line).parse(rows);
  const people = lines.flatMap(({ changes }) => Object.keys(PEOPLE).flatMap((field) => changes[field] ?? []));
  const nameRows = await pool.query<{ id: string; name: string }>(NAMES, [
    people.filter((one) => one !== null),
  ]);
  const names = new Map<unknown, string>(nameRows.rows.map((row) => [row.id, row.name]));
  const changed = ({ changes }: Line) =>
    Object.entries(changes)
      .filter(([field]) => field !== 'status' && !hidden.includes(field))
      .map(([field, [from, to]]) => ({
        field: PEOPLE[field] ?? field,
        from: names.get(from) ?? from,
        to: names.get(to) ?? to,
      }));
  return lines.flatMap((line): HistoryEntry[] => {
    const type = typeOf(line);
    const fields = type === 'PROJECT_CHANGED' ? changed(line) : [];
    // A change of hidden fields alone is omitted.
    if (type === 'PROJECT_CHANGED' && fields.length === 0) return [];
    const reason = reasonOf(line);
    return [
      {
        id: line.id,
        type,
        at: line.at,
        by: line.by,
        data: { changed: fields, ...(reason ? { reason } : {}) },
      },
    ];
  });
}

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
    throw new AppError('PROJECT_IN_USE', 'This project has orders. End it instead.');
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
