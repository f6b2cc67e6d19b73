import { afterAll, beforeAll, expect, test } from 'vitest';
import { ProjectChoices, type ProjectPage, ShownProject } from '#db/research/shown-project.ts';
import { type Caller, type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';

let lab: DemoServer;
let companyId: string;
let foreignCompanyId: string;
beforeAll(async () => {
  lab = await openDemoServer();
  const [own] = await lab.rows(
    `SELECT company_id AS id FROM user_company WHERE entity = 'WBL' AND role = 'COMPANY_MANAGER' ORDER BY id LIMIT 1`,
  );
  companyId = own?.id ?? '';
  const choices = await lab.call('PROJECT_MANAGER', 'get', '/api/lab/projects/choices');
  foreignCompanyId =
    ProjectChoices.parse(choices.body).companies.find(({ id }) => id !== companyId)?.id ?? '';
});
afterAll(() => lab.close());

const family = (caller: Caller) => (String(caller).startsWith('COMPANY') ? 'projects' : 'lab/projects');
const create = (caller: Caller, form: object, of = companyId) =>
  lab.call(caller, 'post', `/api/${family(caller)}`, { companyId: of, form });
const createAndRead = async (caller: Caller, form: object): Promise<ShownProject> => {
  const { status, body } = await create(caller, form);
  expect([status, body.error]).toEqual([201, undefined]);
  return ShownProject.parse(body);
};
const read = async (caller: Caller, id: string) =>
  ShownProject.parse((await lab.call(caller, 'get', `/api/${family(caller)}/${id}`)).body);
const list = async (caller: Caller, query = ''): Promise<ProjectPage> =>
  (await lab.call(caller, 'get', `/api/${family(caller)}?${query}`)).body;
const status = (caller: Caller, { id, version }: ShownProject, to: string, reason: string | null) =>
  lab.call(caller, 'patch', `/api/${family(caller)}/${id}/status`, {
    seenVersion: version,
    status: to,
    reason,
  });

test('a customer creates a project of their own organization, and the lab names the responsible people', async () => {
  const newProject = await createAndRead('COMPANY_MANAGER', {
    name: 'Autumn cohort',
    startDate: '2026-12-01',
  });
  expect(newProject).toMatchObject({
    companyId,
    status: 'ACTIVE',
    orderCount: 0,
    specimens: [],
    editable: true,
  });
  const { managers } = ProjectChoices.parse(
    (await lab.call('PROJECT_MANAGER', 'get', '/api/lab/projects/choices')).body,
  );
  const changed = await lab.call('PROJECT_MANAGER', 'patch', `/api/lab/projects/${newProject.id}`, {
    seenVersion: newProject.version,
    changes: { managerUserId: managers[0]?.id, netSuiteProjectId: 'NS-1' },
  });
  expect([changed.status, changed.body.error]).toEqual([200, undefined]);
  const projectView = await read('COMPANY_MANAGER', newProject.id);
  expect(projectView).toMatchObject({ managerName: managers[0]?.name, netSuiteProjectId: null });
  expect(JSON.stringify(projectView.history)).not.toContain('NS-1');
  expect(JSON.stringify((await read('PROJECT_MANAGER', newProject.id)).history)).toContain('NS-1');
});

test('the name is unique in an organization, whatever its case, and the end is not before the start', async () => {
  await createAndRead('COMPANY_MANAGER', { name: 'Lichen' });
  const duplicate = await create('PROJECT_MANAGER', { name: 'LICHEN' });
  expect([duplicate.status, duplicate.body.code]).toEqual([409, 'NAME_TAKEN']);
  expect((await create('PROJECT_MANAGER', { name: 'Lichen' }, foreignCompanyId)).status).toBe(201);
  const days = { name: 'Backwards', startDate: '2026-12-02', endDate: '2026-12-01' };
  expect((await create('COMPANY_MANAGER', days)).status).toBe(422);
});

test('a project ends with a reason, cannot be changed while closed, and reopens', async () => {
  const newProject = await createAndRead('COMPANY_MANAGER', { name: 'Short one' });
  expect((await status('COMPANY_MANAGER', newProject, 'CLOSED', null)).status).toBe(422);
  const closed = ShownProject.parse(
    (await status('COMPANY_MANAGER', newProject, 'CLOSED', 'All is read')).body,
  );
  expect(closed).toMatchObject({ status: 'CLOSED', editable: false, nextStatuses: ['ACTIVE'] });
  expect(closed.history[0]).toMatchObject({ type: 'PROJECT_CLOSED', data: { reason: 'All is read' } });
  const changed = await lab.call('COMPANY_MANAGER', 'patch', `/api/projects/${newProject.id}`, {
    seenVersion: closed.version,
    changes: { name: 'Longer' },
  });
  expect([changed.status, changed.body.code]).toEqual([409, 'PROJECT_CLOSED']);
  expect((await status('COMPANY_MANAGER', newProject, 'ACTIVE', null)).status).toBe(409);
  expect((await status('COMPANY_MANAGER', closed, 'ACTIVE', null)).body).toMatchObject({ status: 'ACTIVE' });
});

test('the page counts the current orders and specimens by status', async () => {
  const [row] = await lab.rows(
    `SELECT p.id, count(DISTINCT o.id)::int AS orders FROM project p JOIN "order" o ON o.project_id = p.id AND NOT o.deleted
      GROUP BY p.id ORDER BY count(DISTINCT o.id) DESC, p.id LIMIT 1`,
  );
  const staffView = await read('PROJECT_MANAGER', row?.id ?? '');
  expect(staffView.orderCount).toBe(row?.orders);
  expect(staffView.latestOrders.length).toBeGreaterThan(0);
  expect(staffView.specimens.reduce((sum, { count }) => sum + count, 0)).toBe(staffView.specimenCount);
});

test('lists are searched, filtered and paged, and customers find only their own', async () => {
  await createAndRead('COMPANY_MANAGER', { name: 'Findable moss' });
  expect((await list('COMPANY_MANAGER', 'search=findable')).rows).toMatchObject([{ name: 'Findable moss' }]);
  const { rows, total } = await list('PROJECT_MANAGER', 'status=ACTIVE&sort=name:desc&limit=2');
  expect([rows.length, total > 2]).toEqual([2, true]);
  const own = await list('COMPANY_USER', `companyId=${foreignCompanyId}`);
  expect(own.total).toBe(0);
});

test("other organizations' projects, the lab’s fields, and projects without the grant cannot be changed", async () => {
  expect((await create('COMPANY_MANAGER', { name: 'Elsewhere' }, foreignCompanyId)).status).toBe(404);
  const manager = { name: 'Mine', managerUserId: 'somebody' };
  expect((await create('COMPANY_MANAGER', manager)).status).toBe(403);
  const contact = await create('PROJECT_MANAGER', { name: 'Wrong contact', customerContactUserId: 'nobody' });
  expect(contact.status).toBe(422);
  const newProject = await createAndRead('COMPANY_USER', { name: 'Of a member' });
  expect((await status('COMPANY_USER', newProject, 'CLOSED', 'No grant')).status).toBe(403);
  expect((await create('LAB_TECH', { name: 'Of a tech' })).status).toBe(403);
  expect((await lab.call('COMPANY_MANAGER', 'get', `/api/lab/projects/${newProject.id}`)).status).toBe(403);
});

test('an empty project can be deleted with a reason; one with orders or agreed prices stays', async () => {
  const remove = (caller: Caller, { id, version }: ShownProject, reason = 'Begun twice') =>
    lab.call(caller, 'delete', `/api/${family(caller)}/${id}`, { seenVersion: version, reason });
  const newProject = await createAndRead('COMPANY_MANAGER', { name: 'Empty one' });
  expect(newProject.deletable).toBe(false);
  expect((await remove('COMPANY_MANAGER', newProject)).status).toBe(403);
  const projectView = await read('PROJECT_MANAGER', newProject.id);
  expect(projectView.deletable).toBe(true);
  expect((await remove('PROJECT_MANAGER', projectView, '')).status).toBe(422);
  const done = await remove('PROJECT_MANAGER', projectView);
  expect([done.status, done.body.error]).toEqual([200, undefined]);
  expect((await lab.call('COMPANY_MANAGER', 'get', `/api/projects/${newProject.id}`)).status).toBe(404);
  await createAndRead('COMPANY_MANAGER', { name: 'Empty one' });
  const [usedProject] = await lab.rows(
    `SELECT p.id FROM project p WHERE p.entity = 'WBL' AND EXISTS (
       SELECT 1 FROM "order" o WHERE o.project_id = p.id AND NOT o.deleted) LIMIT 1`,
  );
  const full = await read('PROJECT_MANAGER', usedProject?.id ?? '');
  expect(full.deletable).toBe(false);
  const removalRefusal = await remove('PROJECT_MANAGER', full);
  expect([removalRefusal.status, removalRefusal.body.code]).toEqual([409, 'PROJECT_IN_USE']);
  expect((await read('PROJECT_MANAGER', full.id)).version).toBe(full.version);
});
