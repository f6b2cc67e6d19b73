import { ulid } from 'ulid';
import { expect, test } from 'vitest';
import { batch } from '#db/batches/batch.ts';
import { openProcedureBench, type ProcedureBench } from '#db/factories/benches/procedure-bench.ts';
import { buildBatch } from '#db/factories/build-batches.ts';
import {
  buildDraftField,
  buildDraftSection,
  buildDraftStep,
  buildSettings,
} from '#db/factories/build-procedure-drafts.ts';
import { buildFlow, buildProtocolFlow } from '#db/factories/build-protocols.ts';
import { buildContext } from '#db/factories/run-rule.ts';
import { person } from '#db/identity/person.ts';
import { field } from '#db/protocols/field.ts';
import { flow, protocolFlow } from '#db/protocols/flow.ts';
import { type Procedure, procedure } from '#db/protocols/procedure.ts';
import { section, step } from '#db/protocols/section.ts';
import { signature } from '#db/protocols/signing/signature.ts';
import { archiveProcedure } from './archive-procedure.ts';
import { startProcedureVersion } from './create-procedure.ts';
import { procedureHash, readSectionRows } from './procedure-content.ts';
import { saveProcedureDraft, setProcedureAuthors } from './save-procedure-draft.ts';
import { activateVersion, rejectProcedure } from './sign-off-procedure.ts';
import { withdrawProcedure } from './submit-procedure.ts';

const rowOf = ({ world }: ProcedureBench, id: string): Procedure => {
  const row = world.one(procedure, id);
  if (!row) throw new Error(`There is no procedure ${id}.`);
  return row;
};

/** Write, submit and approve a procedure. */
async function approved(bench: ProcedureBench, code: string): Promise<string> {
  const id = await bench.create('user-manager', code);
  await bench.save('user-manager', id, [buildDraftSection()]);
  await bench.submit('user-manager', id);
  await bench.signOff('user-research', id);
  return id;
}

async function nextVersion(
  bench: ProcedureBench,
  sourceId: string,
  userId = 'user-manager',
): Promise<string> {
  const procedureId = ulid();
  await bench.run(userId, startProcedureVersion, { procedureId, sourceId });
  return procedureId;
}

test('a new procedure goes from its draft to approved rows with a signature', async () => {
  const bench = openProcedureBench();
  const id = await approved(bench, 'SOP-NEW-01');
  expect(rowOf(bench, id)).toMatchObject({
    status: 'APPROVED',
    procedureVersion: 1,
    signOffById: 'user-research',
    activatedAt: '2026-11-21T10:00:00.000Z',
  });
  expect(bench.world.select(section, { procedureId: id })).toHaveLength(1);
  expect(bench.world.select(field, { procedureId: id })).toMatchObject([{ name: 'concentration', order: 1 }]);
  expect(bench.world.select(signature, { targetId: id })).toMatchObject([
    { meaning: 'Approved by', printedName: 'Person of LAB_RESEARCH_DIRECTOR', role: 'LAB_RESEARCH_DIRECTOR' },
  ]);
});

test('an incomplete draft is saved, and refused with all its problems when it is submitted', async () => {
  const bench = openProcedureBench();
  const id = await bench.create('user-manager', 'SOP-NEW-01');
  const broken = buildDraftSection({
    steps: [
      buildDraftStep({
        fields: [buildDraftField({ type: 'LOT_NUMBER', min: null, max: null, decimals: null })],
      }),
    ],
  });
  await bench.save('user-manager', id, [broken]);
  await expect(bench.submit('user-manager', id)).rejects.toThrow('choose the inventory type of the lot.');
  expect(bench.world.all(field)).toEqual([]);
});

test('a code is taken once, and one version of it is in preparation at most', async () => {
  const bench = openProcedureBench();
  const id = await approved(bench, 'SOP-NEW-01');
  await expect(bench.create('user-manager', 'SOP-NEW-01')).rejects.toThrow('A procedure SOP-NEW-01 exists.');
  await nextVersion(bench, id);
  await expect(nextVersion(bench, id, 'user-project')).rejects.toThrow(
    'Version 2 is already being prepared by Person of LAB_MANAGER.',
  );
});

test('only authors change a draft, and nobody while it is submitted', async () => {
  const bench = openProcedureBench();
  const id = await bench.create('user-manager', 'SOP-NEW-01');
  const sections = [buildDraftSection()];
  await expect(bench.save('user-project', id, sections)).rejects.toThrow('Only the authors');
  await bench.run('user-manager', setProcedureAuthors, { procedureId: id, authorIds: ['user-project'] });
  await bench.save('user-project', id, sections);
  await bench.submit('user-project', id);
  await expect(bench.save('user-manager', id, [])).rejects.toThrow('This version is submitted.');
  await bench.run('user-manager', withdrawProcedure, { procedureId: id });
  await bench.save('user-manager', id, [buildDraftSection({ name: 'Other' })]);
});

test('a second author who did not see the last save loses nothing and overwrites nothing', async () => {
  const bench = openProcedureBench();
  const id = await bench.create('user-manager', 'SOP-NEW-01');
  await bench.run('user-manager', setProcedureAuthors, { procedureId: id, authorIds: ['user-project'] });
  await bench.save('user-project', id, [buildDraftSection({ name: 'Of the project manager' })]);
  const { name, clinical } = rowOf(bench, id);
  const second = bench.run('user-manager', saveProcedureDraft, {
    procedureId: id,
    seenVersion: 1,
    settings: buildSettings({ name, clinical }),
    sections: [buildDraftSection({ name: 'Of the lab manager' })],
  });
  await expect(second).rejects.toThrow('Person of PROJECT_MANAGER changed this draft meanwhile.');
});

test('a director approves clinical procedures by role, and never the own version', async () => {
  const bench = openProcedureBench();
  const clinical = await bench.create('user-manager', 'SOP-CLIN-01', { clinical: true });
  await bench.save('user-manager', clinical, [buildDraftSection()]);
  await bench.submit('user-manager', clinical);
  await expect(bench.signOff('user-research', clinical)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await expect(bench.signOff('user-manager', clinical)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await bench.signOff('user-clinical', clinical);
  const own = await bench.create('user-research', 'SOP-OWN-01');
  await bench.save('user-research', own, [buildDraftSection()]);
  await bench.submit('user-research', own);
  await expect(bench.signOff('user-research', own)).rejects.toThrow('Another director decides about it.');
});

test('a rejected version is mended by its authors and submitted again', async () => {
  const bench = openProcedureBench();
  const id = await bench.create('user-manager', 'SOP-NEW-01');
  await bench.save('user-manager', id, [buildDraftSection()]);
  await bench.submit('user-manager', id);
  await bench.run('user-research', rejectProcedure, {
    procedureId: id,
    reason: 'The elution volume is missing.',
  });
  expect(rowOf(bench, id)).toMatchObject({
    status: 'REJECTED',
    rejectionReason: 'The elution volume is missing.',
  });
  await expect(bench.submit('user-manager', id)).rejects.toThrow('Change it before you submit it again.');
  await bench.save('user-manager', id, [buildDraftSection({ name: 'Elution' })]);
  await bench.submit('user-manager', id);
  await bench.signOff('user-research', id);
  expect(rowOf(bench, id)).toMatchObject({ status: 'APPROVED', rejectionReason: null });
});

test('the new version takes the chosen flows, and the earlier one is archived when nothing uses it', async () => {
  const bench = openProcedureBench();
  const first = await approved(bench, 'SOP-NEW-01');
  const flows = ['flow-a', 'flow-b'].map((id) => buildFlow({ id, extractionProcedureId: first }));
  for (const row of flows) bench.world.putRow(flow, row);
  bench.world.putRow(protocolFlow, buildProtocolFlow({ id: 'pf', flowId: 'flow-a' }));
  const second = await nextVersion(bench, first);
  await bench.submit('user-manager', second);
  await bench.signOff('user-research', second, { updateFlowIds: ['flow-a'] });
  const [next] = bench.world.select(flow, { supersedesId: 'flow-a' });
  expect(next).toMatchObject({ flowVersion: 2, status: 'APPROVED', extractionProcedureId: second });
  expect(bench.world.one(flow, 'flow-a')?.status).toBe('ARCHIVED');
  expect(bench.world.one(protocolFlow, 'pf')?.flowId).toBe(next?.id);
  expect(rowOf(bench, first).status).toBe('APPROVED');
  const third = await nextVersion(bench, second);
  await bench.submit('user-manager', third);
  await bench.signOff('user-research', third, { updateFlowIds: ['flow-b', next?.id ?? ''] });
  expect([rowOf(bench, first).status, rowOf(bench, second).status]).toEqual(['ARCHIVED', 'ARCHIVED']);
});

test('a version with a first day replaces the earlier one on that lab day', async () => {
  const bench = openProcedureBench();
  const first = await approved(bench, 'SOP-NEW-01');
  const second = await nextVersion(bench, first);
  await bench.submit('user-manager', second);
  await bench.signOff('user-research', second, { effectiveFrom: '2026-11-23' });
  expect(rowOf(bench, second)).toMatchObject({ status: 'APPROVED', activatedAt: null });
  const activate = (labDay: string) =>
    bench.world.transaction({ at: `${labDay}T00:10:00.000Z`, userId: null, entity: 'WBL' }, (tx) =>
      activateVersion(tx, buildContext({ occurredAt: `${labDay}T00:10:00.000Z` }), rowOf(bench, second)),
    );
  expect(await activate('2026-11-22')).toBe(false);
  expect(rowOf(bench, first).status).toBe('APPROVED');
  expect(await activate('2026-11-23')).toBe(true);
  expect(rowOf(bench, first).status).toBe('ARCHIVED');
  expect(await activate('2026-11-23')).toBe(false);
});

test('a procedure cannot be archived while flows or waiting batches use it', async () => {
  const bench = openProcedureBench();
  const id = await approved(bench, 'SOP-NEW-01');
  const archive = () =>
    bench.run('user-manager', archiveProcedure, { procedureId: id, reason: 'Replaced by another method.' });
  bench.world.putRow(flow, buildFlow({ id: 'flow-a', name: 'From blood', extractionProcedureId: id }));
  await expect(archive()).rejects.toThrow('1 flow uses this version: From blood.');
  bench.world.putRow(flow, buildFlow({ id: 'flow-a', status: 'ARCHIVED', extractionProcedureId: id }));
  bench.world.putRow(batch, buildBatch({ id: 'batch-1', procedureId: id, status: 'NOT_STARTED' }));
  await expect(archive()).rejects.toThrow('Cannot be archived while 1 batch has not started.');
  bench.world.putRow(batch, buildBatch({ id: 'batch-1', procedureId: id, status: 'IN_PROGRESS' }));
  await archive();
  expect(rowOf(bench, id).status).toBe('ARCHIVED');
});

test('a research procedure is edited in place until a batch uses it, and promoted to a new version', async () => {
  const bench = openProcedureBench();
  const id = await bench.create('user-assistant', 'RES-01', { research: true });
  await bench.save('user-assistant', id, [buildDraftSection()]);
  await bench.save('user-assistant', id, [buildDraftSection({ name: 'Second try' })]);
  expect(bench.world.select(section, { procedureId: id, deleted: false })).toMatchObject([
    { name: 'Second try' },
  ]);
  await expect(bench.create('user-assistant', 'SOP-RA-01')).rejects.toThrow('You write research work only.');
  bench.world.putRow(batch, buildBatch({ id: 'batch-1', julianId: 'W26325-E01', procedureId: id }));
  await expect(bench.save('user-assistant', id, [])).rejects.toThrow('Batch W26325-E01 uses this version.');
  await expect(nextVersion(bench, id, 'user-assistant')).rejects.toMatchObject({ code: 'FORBIDDEN' });
  const researchId = ulid();
  await bench.run('user-assistant', startProcedureVersion, {
    procedureId: researchId,
    sourceId: id,
    research: true,
  });
  expect(rowOf(bench, researchId)).toMatchObject({ status: 'RESEARCH', procedureVersion: 2 });
  const promoted = await nextVersion(bench, id, 'user-research');
  expect(rowOf(bench, promoted)).toMatchObject({
    status: 'PENDING_APPROVAL',
    procedureVersion: 3,
    submittedAt: null,
  });
});

test('a signature no longer verifies when any part of the version changes', async () => {
  const bench = openProcedureBench();
  const id = await approved(bench, 'SOP-NEW-01');
  const [signed] = bench.world.select(signature, { targetId: id });
  const hashNow = () =>
    bench.world.transaction({ at: '2026-11-21T10:00:00.000Z', userId: null, entity: 'WBL' }, async (tx) =>
      procedureHash(rowOf(bench, id), await readSectionRows(tx, id), null),
    );
  expect(await hashNow()).toBe(signed?.contentHash);
  const [changedField] = bench.world.select(field, { procedureId: id });
  const [changedStep] = bench.world.select(step, { procedureId: id });
  if (!changedField || !changedStep) throw new Error('The version has no field.');
  bench.world.putRow(field, { ...changedField, qcMax: '12' });
  expect(await hashNow()).not.toBe(signed?.contentHash);
  bench.world.putRow(field, changedField);
  bench.world.putRow(step, { ...changedStep, caution: 'Wear gloves.' });
  expect(await hashNow()).not.toBe(signed?.contentHash);
  bench.world.putRow(step, changedStep);
  bench.world.putRow(procedure, { ...rowOf(bench, id), maxSamples: 95 });
  expect(await hashNow()).not.toBe(signed?.contentHash);
});

test('a research assistant becomes an author of research only, and a former author stays', async () => {
  const bench = openProcedureBench();
  const routine = await bench.create('user-manager', 'SOP-A');
  const add = (userId: string, procedureId: string, authorIds: string[]) =>
    bench.run(userId, setProcedureAuthors, { procedureId, authorIds });
  await expect(add('user-manager', routine, ['user-assistant'])).rejects.toThrow('Choose people of the lab');
  await add('user-manager', routine, ['user-project']);
  const [colleague] = bench.world.select(person, { userId: 'user-project' });
  if (colleague) bench.world.putRow(person, { ...colleague, deactivated: true });
  await add('user-manager', routine, ['user-project', 'user-research']);
  expect(bench.world.one(procedure, routine)?.authorIds).toEqual([
    'user-manager',
    'user-project',
    'user-research',
  ]);
  const research = await bench.create('user-research', 'SOP-R', { research: true });
  await add('user-research', research, ['user-assistant']);
  await expect(add('user-research', research, ['user-project'])).rejects.toThrow('Choose people of the lab');
});
