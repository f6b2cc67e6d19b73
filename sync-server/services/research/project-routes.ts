import { ulid } from 'ulid';
import { z } from 'zod';
import { listQueryOf } from '#db/api/list-query.ts';
import { changeProjectStatus } from '#db/research/change-project-status.ts';
import { createProject } from '#db/research/create-project.ts';
import { deleteProject } from '#db/research/delete-project.ts';
import { project } from '#db/research/project.ts';
import { updateProject } from '#db/research/update-project.ts';
import { Id } from '#db/values/id.ts';
import { type ApiRoute, created, jsonRoute } from '#sync-server/http/api-route.ts';
import { engineOf } from '#sync-server/sync/engine-of.ts';
import { executeOperation } from '#sync-server/sync/execute-operation.ts';
import { readProjectChoices } from './project-choices.ts';
import { listProjects, readProject, unlessOrdered } from './project-rows.ts';

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
