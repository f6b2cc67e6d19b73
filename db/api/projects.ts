import { z } from 'zod';
import { defineCall } from '#db/api/call-definition.ts';
import { listQueryOf } from '#db/api/list-query.ts';
import { project } from '#db/research/project.ts';
import {
  ProjectCreation,
  ProjectDeletion,
  ProjectStatusChange,
  ProjectUpdate,
} from '#db/research/project-form.ts';
import { ProjectChoices, ProjectPage, ShownProject } from '#db/research/shown-project.ts';
import { Id } from '#db/values/id.ts';

const ProjectId = z.strictObject({ id: Id });
const DeletedProject = z.object({ id: Id });

export const listProjects = defineCall({
  id: 'listProjects',
  method: 'get',
  path: '/api/projects',
  access: 'projects:read',
  summary: 'Lists the projects of the own organizations.',
  query: listQueryOf(project),
  answer: ProjectPage,
});

export const readProjectChoices = defineCall({
  id: 'readProjectChoices',
  method: 'get',
  path: '/api/projects/choices',
  access: 'projects:read',
  summary: 'Reads the organizations and contacts that a project can name.',
  answer: ProjectChoices,
});

export const readProject = defineCall({
  id: 'readProject',
  method: 'get',
  path: '/api/projects/:id',
  access: 'projects:read',
  summary: 'Reads one project of an own organization with its orders, specimens and history.',
  params: ProjectId,
  answer: ShownProject,
});

export const createProject = defineCall({
  id: 'createProject',
  method: 'post',
  path: '/api/projects',
  access: 'projects:create',
  summary: 'Creates a project of an own organization.',
  body: ProjectCreation,
  answer: ShownProject,
  status: 201,
  errors: ['NAME_TAKEN'],
});

export const updateProject = defineCall({
  id: 'updateProject',
  method: 'patch',
  path: '/api/projects/:id',
  access: 'projects:update',
  summary: 'Changes the given fields of an active project of an own organization.',
  params: ProjectId,
  body: ProjectUpdate,
  answer: ShownProject,
  errors: ['PROJECT_CLOSED', 'NAME_TAKEN'],
});

export const changeProjectStatus = defineCall({
  id: 'changeProjectStatus',
  method: 'patch',
  path: '/api/projects/:id/status',
  access: 'projects:update',
  summary: 'Closes a project of an own organization with a reason, or opens it again.',
  params: ProjectId,
  body: ProjectStatusChange,
  answer: ShownProject,
  errors: ['TRANSITION_NOT_ALLOWED'],
});

export const deleteProject = defineCall({
  id: 'deleteProject',
  method: 'delete',
  path: '/api/projects/:id',
  access: 'projects:delete',
  summary: 'Deletes a project of an own organization that has no orders and no prices.',
  params: ProjectId,
  body: ProjectDeletion,
  answer: DeletedProject,
  errors: ['PROJECT_IN_USE'],
});

export const listLabProjects = defineCall({
  id: 'listLabProjects',
  method: 'get',
  path: '/api/lab/projects',
  access: 'lab/projects:read',
  summary: 'Lists the projects of all organizations.',
  query: listQueryOf(project),
  answer: ProjectPage,
});

export const readLabProjectChoices = defineCall({
  id: 'readLabProjectChoices',
  method: 'get',
  path: '/api/lab/projects/choices',
  access: 'lab/projects:read',
  summary: 'Reads the organizations, contacts and managers that a project can name.',
  answer: ProjectChoices,
});

export const readLabProject = defineCall({
  id: 'readLabProject',
  method: 'get',
  path: '/api/lab/projects/:id',
  access: 'lab/projects:read',
  summary: 'Reads one project with its orders, specimens and history.',
  params: ProjectId,
  answer: ShownProject,
});

export const createLabProject = defineCall({
  id: 'createLabProject',
  method: 'post',
  path: '/api/lab/projects',
  access: 'lab/projects:create',
  summary: 'Creates a project of an organization.',
  body: ProjectCreation,
  answer: ShownProject,
  status: 201,
  errors: ['NAME_TAKEN'],
});

export const updateLabProject = defineCall({
  id: 'updateLabProject',
  method: 'patch',
  path: '/api/lab/projects/:id',
  access: 'lab/projects:update',
  summary: 'Changes the given fields of an active project.',
  params: ProjectId,
  body: ProjectUpdate,
  answer: ShownProject,
  errors: ['PROJECT_CLOSED', 'NAME_TAKEN'],
});

export const changeLabProjectStatus = defineCall({
  id: 'changeLabProjectStatus',
  method: 'patch',
  path: '/api/lab/projects/:id/status',
  access: 'lab/projects:update',
  summary: 'Closes a project with a reason, or opens it again.',
  params: ProjectId,
  body: ProjectStatusChange,
  answer: ShownProject,
  errors: ['TRANSITION_NOT_ALLOWED'],
});

export const deleteLabProject = defineCall({
  id: 'deleteLabProject',
  method: 'delete',
  path: '/api/lab/projects/:id',
  access: 'lab/projects:delete',
  summary: 'Deletes a project that has no orders and no prices.',
  params: ProjectId,
  body: ProjectDeletion,
  answer: DeletedProject,
  errors: ['PROJECT_IN_USE'],
});
