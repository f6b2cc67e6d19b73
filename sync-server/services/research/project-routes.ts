import type { Pool } from 'pg';
import { ulid } from 'ulid';
import { STAFF_ROLES, seesAllCompanies } from '#db/access/roles.ts';
import * as calls from '#db/api/projects.ts';
import {
  changeProjectStatus,
  createProject,
  deleteProject,
  updateProject,
} from '#db/research/edit-project.ts';
import { ProjectChoices } from '#db/research/shown-project.ts';
import type { ApiRoute } from '#sync-server/http/api-route.ts';
import { visibleCompanies } from '#sync-server/http/require-access.ts';
import { serveCall } from '#sync-server/http/serve-call.ts';
import type { Session } from '#sync-server/http/session.ts';
import { engineOf } from '#sync-server/sync/engine-of.ts';
import { executeOperation } from '#sync-server/sync/execute-operation.ts';
import { listProjects, readProject, unlessOrdered } from './project-rows.ts';

const PRESENT = 'NOT uc.deleted AND NOT uc.deactivated AND NOT u.deleted';
// The lab's own company, to which staff belong, has no projects.
const COMPANIES = `
  SELECT id, name FROM company c WHERE entity = $1 AND NOT deleted AND ($2::text[] IS NULL OR id = ANY ($2))
     AND NOT EXISTS (SELECT 1 FROM user_company uc WHERE uc.company_id = c.id AND uc.role = ANY ($3))
   ORDER BY lower(name), id`;
const CONTACTS = `
  SELECT DISTINCT u.id, coalesce(u.name, u.email) AS name, uc.company_id AS "companyId"
    FROM user_company uc JOIN "user" u ON u.id = uc.user_id
   WHERE uc.entity = $1 AND uc.company_id = ANY ($2) AND ${PRESENT} ORDER BY name, u.id`;
const MANAGERS = `
  SELECT DISTINCT u.id, coalesce(u.name, u.email) AS name FROM user_company uc JOIN "user" u ON u.id = uc.user_id
   WHERE uc.entity = $1 AND uc.role = ANY ($2) AND ${PRESENT} ORDER BY name, u.id`;

/** Read the companies for which a person can create a project, and the possible contacts on both sides. */
async function readProjectChoices(pool: Pool, session: Session): Promise<ProjectChoices> {
  const { entity, role } = session;
  const companyScope = await visibleCompanies(pool, session);
  const staff = [...STAFF_ROLES];
  const companies = await pool.query<{ id: string }>(COMPANIES, [
    entity,
    companyScope === 'all' ? null : companyScope,
    staff,
  ]);
  const ids = companies.rows.map(({ id }) => id);
  const [contacts, managers] = await Promise.all([
    pool.query(CONTACTS, [entity, ids]),
    seesAllCompanies(role) ? pool.query(MANAGERS, [entity, staff]) : { rows: [] },
  ]);
  return ProjectChoices.parse({
    companies: companies.rows,
    contacts: contacts.rows,
    managers: managers.rows,
  });
}

/** The calls of customers or those of the lab. */
interface ProjectCalls {
  list: typeof calls.listProjects | typeof calls.listLabProjects;
  choices: typeof calls.readProjectChoices | typeof calls.readLabProjectChoices;
  read: typeof calls.readProject | typeof calls.readLabProject;
  create: typeof calls.createProject | typeof calls.createLabProject;
  update: typeof calls.updateProject | typeof calls.updateLabProject;
  changeStatus: typeof calls.changeProjectStatus | typeof calls.changeLabProjectStatus;
  remove: typeof calls.deleteProject | typeof calls.deleteLabProject;
}

const mountProjectCalls = (definitions: ProjectCalls): readonly ApiRoute[] => [
  serveCall(definitions.list, ({ services, session, query }) => listProjects(services.pool, session, query)),
  serveCall(definitions.choices, ({ services, session }) => readProjectChoices(services.pool, session)),
  serveCall(definitions.read, ({ services, session, params }) =>
    readProject(services.pool, session, params.id),
  ),
  serveCall(definitions.create, async ({ services, session, body }) => {
    const projectId = ulid();
    await executeOperation(engineOf(services), session, createProject, { ...body, projectId });
    return readProject(services.pool, session, projectId);
  }),
  serveCall(definitions.update, async ({ services, session, params: { id }, body }) => {
    await executeOperation(engineOf(services), session, updateProject, { ...body, projectId: id });
    return readProject(services.pool, session, id);
  }),
  serveCall(definitions.changeStatus, async ({ services, session, params: { id }, body }) => {
    await executeOperation(engineOf(services), session, changeProjectStatus, { ...body, projectId: id });
    return readProject(services.pool, session, id);
  }),
  serveCall(definitions.remove, async ({ services, session, params: { id }, body }) => {
    const args = { ...body, projectId: id };
    await executeOperation(engineOf(services), session, deleteProject, args, {}, unlessOrdered(id));
    return { id };
  }),
];

/** `/api/projects` for customers, limited to their own companies, and `/api/lab/projects` for the lab. */
export const projectRoutes: readonly ApiRoute[] = [
  ...mountProjectCalls({
    list: calls.listProjects,
    choices: calls.readProjectChoices,
    read: calls.readProject,
    create: calls.createProject,
    update: calls.updateProject,
    changeStatus: calls.changeProjectStatus,
    remove: calls.deleteProject,
  }),
  ...mountProjectCalls({
    list: calls.listLabProjects,
    choices: calls.readLabProjectChoices,
    read: calls.readLabProject,
    create: calls.createLabProject,
    update: calls.updateLabProject,
    changeStatus: calls.changeLabProjectStatus,
    remove: calls.deleteLabProject,
  }),
];
