import type { Pool } from 'pg';
import { ulid } from 'ulid';
import { z } from 'zod';
import { STAFF_ROLES, seesAllCompanies } from '#db/access/roles.ts';
import { listQueryOf } from '#db/api/list-query.ts';
import {
  changeProjectStatus,
  createProject,
  deleteProject,
  updateProject,
} from '#db/research/edit-project.ts';
import { project } from '#db/research/project.ts';
import { ProjectChoices } from '#db/research/shown-project.ts';
import { Id } from '#db/values/id.ts';
import { type ApiRoute, created, jsonRoute } from '#sync-server/http/api-route.ts';
import { visibleCompanies } from '#sync-server/http/require-access.ts';
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

const WithId = z.strictObject({ id: Id });
type ProjectFamily = 'projects' | 'lab/projects';

const readRoutesOf = (family: ProjectFamily): readonly ApiRoute[] => [
  jsonRoute({
    method: 'get',
    path: `/api/${family}`,
    access: `${family}:read`,
    query: listQueryOf(project),
    handler: ({ services, session, query }) => listProjects(services.pool, session, query),
  }),
  jsonRoute({
    method: 'get',
    path: `/api/${family}/choices`,
    access: `${family}:read`,
    handler: ({ services, session }) => readProjectChoices(services.pool, session),
  }),
  jsonRoute({
    method: 'get',
    path: `/api/${family}/:id`,
    access: `${family}:read`,
    params: WithId,
    handler: ({ services, session, params }) => readProject(services.pool, session, params.id),
  }),
];

const buildOperationRoutes = (family: ProjectFamily): readonly ApiRoute[] => [
  jsonRoute({
    method: 'post',
    path: `/api/${family}`,
    access: `${family}:create`,
    body: createProject.args.omit({ projectId: true }),
    handler: async ({ services, session, body }) => {
      const projectId = ulid();
      await executeOperation(engineOf(services), session, createProject, { ...body, projectId });
      return created(await readProject(services.pool, session, projectId));
    },
  }),
  jsonRoute({
    method: 'patch',
    path: `/api/${family}/:id`,
    access: `${family}:update`,
    params: WithId,
    body: updateProject.args.omit({ projectId: true }),
    handler: async ({ services, session, params: { id }, body }) => {
      await executeOperation(engineOf(services), session, updateProject, { ...body, projectId: id });
      return readProject(services.pool, session, id);
    },
  }),
  jsonRoute({
    method: 'patch',
    path: `/api/${family}/:id/status`,
    access: `${family}:update`,
    params: WithId,
    body: changeProjectStatus.args.omit({ projectId: true }),
    handler: async ({ services, session, params: { id }, body }) => {
      await executeOperation(engineOf(services), session, changeProjectStatus, { ...body, projectId: id });
      return readProject(services.pool, session, id);
    },
  }),
  jsonRoute({
    method: 'delete',
    path: `/api/${family}/:id`,
    access: `${family}:delete`,
    params: WithId,
    body: deleteProject.args.omit({ projectId: true }),
    handler: async ({ services, session, params: { id }, body }) => {
      const args = { ...body, projectId: id };
      await executeOperation(engineOf(services), session, deleteProject, args, {}, unlessOrdered(id));
      return { id };
    },
  }),
];

/** `/api/projects` for customers, limited to their own companies, and `/api/lab/projects` for the lab. */
export const projectRoutes: readonly ApiRoute[] = [
  ...readRoutesOf('projects'),
  ...buildOperationRoutes('projects'),
  ...readRoutesOf('lab/projects'),
  ...buildOperationRoutes('lab/projects'),
];
