import { expect, test } from 'vitest';
import type { Role } from '#db/access/roles.ts';
import { projectBasedPricing } from '#db/billing/prices/price.ts';
import { buildProjectBasedPricing } from '#db/factories/build-billing.ts';
import { buildUserCompany } from '#db/factories/build-identity.ts';
import { buildCompany } from '#db/factories/build-organizations.ts';
import { buildProject } from '#db/factories/build-research.ts';
import { buildActor, runRule } from '#db/factories/run-rule.ts';
import { userCompany } from '#db/identity/user-company.ts';
import { MemoryWorld } from '#db/memory-transaction.ts';
import { company } from '#db/organizations/company.ts';
import { changeProjectStatus, createProject, deleteProject, updateProject } from './edit-project.ts';
import { project } from './project.ts';

const as = (role: Role, companyId = 'company-1') => ({
  deviceId: null,
  actor: buildActor({ role, companyId }),
});

function bench() {
  const world = new MemoryWorld();
  world.putRow(company, buildCompany({ id: 'company-1' }));
  world.putRow(company, buildCompany({ id: 'company-2' }));
  world.putRow(
    userCompany,
    buildUserCompany({ userId: 'ann', companyId: 'company-1', role: 'COMPANY_USER' }),
  );
  world.putRow(project, buildProject({ id: 'p', name: 'Moss', companyId: 'company-1', status: 'ACTIVE' }));
  const create = (role: Role, form: { name: string; [field: string]: unknown }, companyId = 'company-1') =>
    runRule(world, createProject, { projectId: 'new', companyId, form }, as(role));
  const edit = (role: Role, changes: object, seenVersion = 1) =>
    runRule(world, updateProject, { projectId: 'p', seenVersion, changes }, as(role));
  return { world, create, edit };
}

test('a research assistant creates a project for a customer and cannot change any', async () => {
  const { world, create, edit } = bench();
  await create('RESEARCH_ASSISTANT', { name: 'Fern', customerContactUserId: 'ann' });
  expect(world.one(project, 'new')).toMatchObject({ status: 'ACTIVE', customerContactUserId: 'ann' });
  await expect(edit('RESEARCH_ASSISTANT', { name: 'Other' })).rejects.toMatchObject({ code: 'FORBIDDEN' });
});

test('the contact belongs to the organization itself', async () => {
  const { world, create } = bench();
  const foreignProject = create(
    'PROJECT_MANAGER',
    { name: 'Fern', customerContactUserId: 'ann' },
    'company-2',
  );
  await expect(foreignProject).rejects.toMatchObject({ code: 'VALIDATION' });
  expect(world.one(project, 'new')).toBeUndefined();
});

test('nobody overwrites the change of another person', async () => {
  const { edit } = bench();
  await edit('COMPANY_MANAGER', { name: 'Lichen' });
  await expect(edit('PROJECT_MANAGER', { name: 'Fern' })).rejects.toMatchObject({ code: 'STALE_VERSION' });
});

test('a customer of another organization finds no project to end', async () => {
  const { world } = bench();
  const args = { projectId: 'p', seenVersion: 1, status: 'CLOSED' as const, reason: 'Mine now' };
  const attempt = runRule(world, changeProjectStatus, args, as('COMPANY_MANAGER', 'company-2'));
  await expect(attempt).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(world.one(project, 'p')?.status).toBe('ACTIVE');
});

test('a project with agreed prices cannot be deleted, an empty one can', async () => {
  const { world } = bench();
  world.putRow(projectBasedPricing, buildProjectBasedPricing({ id: 'price', projectId: 'p' }));
  const remove = () =>
    runRule(
      world,
      deleteProject,
      { projectId: 'p', seenVersion: 1, reason: 'Begun twice' },
      as('PROJECT_MANAGER'),
    );
  await expect(remove()).rejects.toMatchObject({ code: 'PROJECT_IN_USE' });
  world.putRow(projectBasedPricing, buildProjectBasedPricing({ id: 'price', projectId: 'p', deleted: true }));
  await remove();
  expect(world.one(project, 'p')?.deleted).toBe(true);
});
