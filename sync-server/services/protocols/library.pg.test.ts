import { ulid } from 'ulid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import { readLibrary } from '#db/api/protocols/library-sections.ts';
import {
  buildDraftField,
  buildDraftSection,
  buildDraftStep,
  buildSettings,
} from '#db/factories/build-procedure-drafts.ts';
import type { DraftSection } from '#db/protocols/procedures/procedure-content.ts';
import { type Caller, type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';

let lab: DemoServer;
beforeAll(async () => {
  lab = await openDemoServer();
});
afterAll(() => lab.close());

const PATH = '/api/lab/sections';
type Library = z.infer<typeof readLibrary.answer>['sections'];

const library = async (caller: Caller = 'LAB_MANAGER'): Promise<Library> =>
  readLibrary.answer.parse((await lab.call(caller, 'get', `${PATH}/library`)).body).sections;

const find = async (id: string) => (await library()).find(({ content }) => content.id === id);

const save = (content: DraftSection, seenVersion: number | null, caller: Caller = 'LAB_MANAGER') =>
  lab.call(caller, 'patch', PATH, { seenVersion, content });

const buildLysis = () =>
  buildDraftSection({
    id: ulid(),
    name: 'Lysis of the test',
    steps: [
      buildDraftStep({
        id: ulid(),
        title: 'Add buffer',
        fields: [buildDraftField({ id: ulid(), name: 'buffer', label: 'Buffer' })],
      }),
      buildDraftStep({ id: ulid(), title: 'Incubate' }),
    ],
  });

test('a section is saved with its steps and fields, and changed without new rows for what stays', async () => {
  const lysis = buildLysis();
  expect((await save(lysis, null)).body).toMatchObject({ outcome: 'APPLIED' });
  const first = await find(lysis.id);
  expect(first).toMatchObject({ version: 1, content: lysis, usedBy: [] });
  const [addBuffer] = lysis.steps;
  if (!addBuffer) throw new Error('The step is missing.');
  const changed = { ...lysis, steps: [{ ...addBuffer, caution: 'Irritant' }] };
  expect((await save(changed, 1)).body).toMatchObject({ outcome: 'APPLIED' });
  expect(await find(lysis.id)).toMatchObject({ version: 2, content: changed });
  expect((await save(changed, 2)).body).toMatchObject({ outcome: 'MERGED' });
});

test('a change of a version that somebody replaced is refused and changes nothing', async () => {
  const lysis = buildLysis();
  await save(lysis, null);
  await save({ ...lysis, name: 'First' }, 1);
  const refusal = await save({ ...lysis, name: 'Second' }, 1);
  expect([refusal.status, refusal.body.error]).toEqual([
    409,
    expect.stringContaining('Lena Maddox changed this draft meanwhile'),
  ]);
  expect((await find(lysis.id))?.content.name).toBe('First');
});

test('a section with a problem is refused with the place', async () => {
  const lysis = buildLysis();
  const answer = await save({ ...lysis, steps: [] }, null);
  expect([answer.status, answer.body.error]).toEqual([422, 'Add a section with a step.']);
  expect(await find(lysis.id)).toBeUndefined();
});

test('the library names the procedures that copied a section, and leaves them the copy when it is removed', async () => {
  const lysis = buildLysis();
  await save(lysis, null);
  const procedureId = ulid();
  await lab.call('LAB_MANAGER', 'post', '/api/lab/procedures', {
    procedureId,
    code: 'SOP-LIBRARY-1',
    batchType: 'EXTRACTION',
    research: false,
    settings: buildSettings(),
  });
  const copy = { ...lysis, id: ulid(), sourceSectionId: lysis.id, sourceVersion: 1 };
  const saved = await lab.call('LAB_MANAGER', 'patch', '/api/lab/procedures', {
    operation: 'save-procedure-draft',
    args: { procedureId, seenVersion: 1, settings: buildSettings(), sections: [copy] },
  });
  expect(saved.status).toBe(200);
  expect((await find(lysis.id))?.usedBy).toMatchObject([{ id: procedureId, code: 'SOP-LIBRARY-1' }]);
  const removed = await lab.call('LAB_MANAGER', 'delete', PATH, {
    sectionId: lysis.id,
    reason: 'Not used any more',
  });
  expect(removed.body).toMatchObject({ outcome: 'APPLIED' });
  expect(await find(lysis.id)).toBeUndefined();
  const content = await lab.call('LAB_MANAGER', 'get', `/api/lab/procedures/${procedureId}/content`);
  expect(content.body).toMatchObject({ sections: [{ name: 'Lysis of the test' }] });
});

test('a section of a procedure is no section of the library', async () => {
  const [row] = await lab.rows(`SELECT id, version FROM section WHERE procedure_id IS NOT NULL LIMIT 1`);
  const id = String(row?.['id']);
  expect((await save({ ...buildLysis(), id }, Number(row?.['version']))).status).toBe(404);
  expect(
    (await lab.call('LAB_MANAGER', 'delete', PATH, { sectionId: id, reason: 'Tried from elsewhere' })).status,
  ).toBe(404);
});

test('the step of one section cannot be taken by another one', async () => {
  const [one, other] = [buildLysis(), buildLysis()];
  await save(one, null);
  expect((await save({ ...other, steps: one.steps }, null)).status).toBe(404);
  expect(await find(one.id)).toMatchObject({ content: one });
});

test('bench techs read the library and change nothing, customers see nothing', async () => {
  const lysis = buildLysis();
  expect((await save(lysis, null, 'LAB_TECH')).status).toBe(403);
  expect((await lab.call('COMPANY_MANAGER', 'get', `${PATH}/library`)).status).toBe(403);
  expect(await library('LAB_TECH')).toEqual(await library());
  expect(await find(lysis.id)).toBeUndefined();
});
