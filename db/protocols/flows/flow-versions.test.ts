import { expect, test } from 'vitest';
import { type FlowBench, openFlowBench } from '#db/factories/benches/flow-bench.ts';
import { buildOrder } from '#db/factories/build-ordering.ts';
import { buildDraftSection } from '#db/factories/build-procedure-drafts.ts';
import { buildProcedure, buildProtocol, buildProtocolFlow } from '#db/factories/build-protocols.ts';
import { buildContext } from '#db/factories/run-rule.ts';
import { order } from '#db/ordering/orders/order.ts';
import { flow, protocolFlow } from '#db/protocols/flow.ts';
import { procedure } from '#db/protocols/procedure.ts';
import { startProcedureVersion } from '#db/protocols/procedures/create-procedure.ts';
import { protocol } from '#db/protocols/protocol.ts';
import { signature } from '#db/protocols/signing/signature.ts';
import { activateFlow, rejectFlow } from './approve-flow.ts';
import { archiveFlow } from './archive-flow.ts';
import { setFlowAuthors } from './save-flow-draft.ts';
import { withdrawFlow } from './submit-flow.ts';

/** Write and submit the next version of a procedure. */
async function submittedNext(bench: FlowBench, sourceId: string, procedureId: string): Promise<string> {
  await bench.run('user-manager', startProcedureVersion, { procedureId, sourceId });
  await bench.save('user-manager', procedureId, [buildDraftSection({ name: 'Changed' })]);
  await bench.submit('user-manager', procedureId);
  return procedureId;
}

test('a new flow goes from its draft to an approved version with a signature', async () => {
  const bench = openFlowBench();
  const id = await bench.approvedFlow('FLOW-A', await bench.approvedProcedure('SOP-A'));
  expect(bench.flowRow(id)).toMatchObject({
    status: 'APPROVED',
    flowVersion: 1,
    approvedById: 'user-research',
    activatedAt: '2026-11-21T10:00:00.000Z',
  });
  expect(bench.world.select(signature, { targetId: id })).toMatchObject([
    { targetType: 'Flow', meaning: 'Approved by', role: 'LAB_RESEARCH_DIRECTOR' },
  ]);
});

test('a flow with a procedure that is not approved is neither submitted nor approved', async () => {
  const bench = openFlowBench();
  const draft = await bench.create('user-manager', 'SOP-DRAFT');
  const id = await bench.createFlow('user-manager', 'FLOW-A', draft);
  await expect(bench.submitFlow('user-manager', id)).rejects.toThrow(
    'Extraction: SOP-DRAFT, version 1, is not approved.',
  );
  const approved = await bench.approvedProcedure('SOP-A');
  await bench.saveFlow('user-manager', id, { extractionProcedureId: approved });
  await bench.submitFlow('user-manager', id);
  const row = bench.world.one(procedure, approved);
  if (row) bench.world.putRow(procedure, { ...row, status: 'ARCHIVED' });
  await expect(bench.approveFlow('user-research', id)).rejects.toThrow('is not approved.');
});

test('a procedure of another batch type is refused in a slot', async () => {
  const bench = openFlowBench();
  const extraction = await bench.approvedProcedure('SOP-A');
  const id = await bench.createFlow('user-manager', 'FLOW-A', extraction);
  await expect(bench.saveFlow('user-manager', id, { sequencingProcedureId: extraction })).rejects.toThrow(
    'Sequencing: SOP-A is for another type of batch.',
  );
  await expect(bench.saveFlow('user-manager', id, { sequencingProcedureId: 'elsewhere' })).rejects.toThrow(
    'Sequencing: the procedure does not exist.',
  );
});

test('a code is taken once, and one version of it is in preparation at most', async () => {
  const bench = openFlowBench();
  const extraction = await bench.approvedProcedure('SOP-A');
  const id = await bench.approvedFlow('FLOW-A', extraction);
  await expect(bench.createFlow('user-manager', 'FLOW-A', extraction)).rejects.toThrow(
    'A flow FLOW-A exists.',
  );
  await bench.nextFlow('user-manager', id);
  await expect(bench.nextFlow('user-project', id)).rejects.toThrow(
    'Version 2 is already being prepared by Person of LAB_MANAGER.',
  );
});

test('only authors change a draft, and nobody while it is submitted', async () => {
  const bench = openFlowBench();
  const id = await bench.createFlow('user-manager', 'FLOW-A', await bench.approvedProcedure('SOP-A'));
  await expect(bench.saveFlow('user-project', id, { name: 'Mine' })).rejects.toThrow('Only the authors');
  await bench.run('user-manager', setFlowAuthors, { flowId: id, authorIds: ['user-project'] });
  await bench.saveFlow('user-project', id, { name: 'Ours' });
  await bench.submitFlow('user-project', id);
  await expect(bench.saveFlow('user-manager', id, { name: 'Mine' })).rejects.toThrow(
    'This version is submitted.',
  );
  await bench.run('user-manager', withdrawFlow, { flowId: id });
  await bench.saveFlow('user-manager', id, { name: 'Mine again' });
  expect(bench.flowRow(id)).toMatchObject({
    name: 'Mine again',
    authorIds: ['user-manager', 'user-project'],
  });
});

test('the clinical director approves a flow with a clinical procedure, and nobody the own version', async () => {
  const bench = openFlowBench();
  const clinical = await bench.createFlow(
    'user-manager',
    'FLOW-C',
    await bench.approvedProcedure('SOP-C', { clinical: true }),
  );
  await bench.submitFlow('user-manager', clinical);
  await expect(bench.approveFlow('user-research', clinical)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await bench.approveFlow('user-clinical', clinical);
  const routine = await bench.createFlow('user-project', 'FLOW-A', await bench.approvedProcedure('SOP-A'));
  await bench.submitFlow('user-project', routine);
  await expect(bench.approveFlow('user-clinical', routine)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await bench.approveFlow('user-manager', routine);
  const own = await bench.nextFlow('user-manager', routine);
  await bench.submitFlow('user-manager', own);
  await expect(bench.approveFlow('user-manager', own)).rejects.toThrow('You wrote this version.');
});

test('a rejected version is changed by its authors and submitted again', async () => {
  const bench = openFlowBench();
  const id = await bench.createFlow('user-manager', 'FLOW-A', await bench.approvedProcedure('SOP-A'));
  await bench.submitFlow('user-manager', id);
  await bench.run('user-research', rejectFlow, { flowId: id, reason: 'The name is unclear.' });
  await expect(bench.submitFlow('user-manager', id)).rejects.toThrow('Change it before you submit it again.');
  await bench.saveFlow('user-manager', id, { name: 'From whole blood' });
  await bench.submitFlow('user-manager', id);
  await bench.approveFlow('user-research', id);
  expect(bench.flowRow(id)).toMatchObject({ status: 'APPROVED', rejectionReason: null });
});

test('a new version takes the protocols of the earlier one, on its first lab day', async () => {
  const bench = openFlowBench();
  const extraction = await bench.approvedProcedure('SOP-A');
  const first = await bench.approvedFlow('FLOW-A', extraction);
  bench.world.putRow(protocolFlow, buildProtocolFlow({ id: 'way', flowId: first }));
  const second = await bench.nextFlow('user-manager', first);
  await bench.saveFlow('user-manager', second, { name: 'From blood, gently' });
  await bench.submitFlow('user-manager', second);
  await bench.approveFlow('user-research', second, '2026-11-23');
  expect(bench.world.one(protocolFlow, 'way')?.flowId).toBe(first);
  const activate = (labDay: string) => {
    const at = `${labDay}T00:10:00.000Z`;
    return bench.world.transaction({ at, userId: null, entity: 'WBL' }, (tx) =>
      activateFlow(tx, buildContext({ occurredAt: at }), second),
    );
  };
  expect(await activate('2026-11-22')).toBe(false);
  expect(await activate('2026-11-23')).toBe(true);
  expect(await activate('2026-11-23')).toBe(false);
  expect(bench.world.one(protocolFlow, 'way')?.flowId).toBe(second);
  expect([bench.flowRow(first).status, bench.flowRow(second).status]).toEqual(['ARCHIVED', 'APPROVED']);
});

test('a flow begins no earlier than its procedures', async () => {
  const bench = openFlowBench();
  const later = await bench.approvedProcedure('SOP-A', { effectiveFrom: '2026-11-25' });
  const id = await bench.createFlow('user-manager', 'FLOW-A', later);
  await bench.submitFlow('user-manager', id);
  await expect(bench.approveFlow('user-research', id)).rejects.toThrow('is effective from 2026-11-25.');
  await expect(bench.approveFlow('user-research', id, '2026-11-20')).rejects.toThrow(
    'The first day is over.',
  );
  await bench.approveFlow('user-research', id, '2026-11-25');
});

test('a flow cannot be archived while a protocol uses it', async () => {
  const bench = openFlowBench();
  const id = await bench.approvedFlow('FLOW-A', await bench.approvedProcedure('SOP-A'));
  const archive = () =>
    bench.run('user-manager', archiveFlow, { flowId: id, reason: 'Replaced by another route.' });
  bench.world.putRow(protocolFlow, buildProtocolFlow({ flowId: id, protocolId: 'protocol-a' }));
  bench.world.putRow(protocol, buildProtocol({ id: 'protocol-a', code: 'WGS-LR', status: 'ACTIVE' }));
  await expect(archive()).rejects.toThrow('1 protocol uses this version: WGS-LR v1.');
  bench.world.putRow(protocol, buildProtocol({ id: 'protocol-a', status: 'DISCONTINUED' }));
  await archive();
  expect(bench.flowRow(id).status).toBe('ARCHIVED');
});

test('a research flow is changed in place until orders use it, and promoted by a research director', async () => {
  const bench = openFlowBench();
  const extraction = await bench.approvedProcedure('SOP-A');
  const id = await bench.createFlow('user-research', 'FLOW-R', extraction, { research: true });
  await bench.saveFlow('user-research', id, { name: 'Second try' });
  await expect(bench.createFlow('user-assistant', 'FLOW-X', extraction)).rejects.toMatchObject({
    code: 'FORBIDDEN',
  });
  bench.world.putRow(protocolFlow, buildProtocolFlow({ flowId: id, protocolId: 'protocol-r' }));
  bench.world.putRow(protocol, buildProtocol({ id: 'protocol-r', code: 'RES-1', status: 'RESEARCH' }));
  bench.world.putRow(order, buildOrder({ protocolId: 'protocol-r', status: 'ORDERED' }));
  await expect(bench.saveFlow('user-research', id, { name: 'Third try' })).rejects.toThrow(
    'Orders of protocol RES-1 use this version.',
  );
  await expect(bench.nextFlow('user-manager', id)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  expect(bench.flowRow(await bench.nextFlow('user-research', id, true))).toMatchObject({
    status: 'RESEARCH',
    flowVersion: 2,
  });
  expect(bench.flowRow(await bench.nextFlow('user-research', id))).toMatchObject({
    status: 'PENDING_APPROVAL',
    flowVersion: 3,
  });
});

test('a research flow takes no clinical procedure and none in preparation', async () => {
  const bench = openFlowBench();
  const clinical = await bench.approvedProcedure('SOP-C', { clinical: true });
  const create = (procedureId: string) =>
    bench.createFlow('user-research', 'FLOW-R', procedureId, { research: true });
  await expect(create(clinical)).rejects.toThrow('not used for clinical samples');
  await expect(create(await bench.create('user-manager', 'SOP-D'))).rejects.toThrow(
    'Extraction: SOP-D is neither approved nor research.',
  );
});

test('a procedure moves an approved flow on, and the version in preparation keeps its place after it', async () => {
  const bench = openFlowBench();
  const first = await bench.approvedProcedure('SOP-A');
  const flowId = await bench.approvedFlow('FLOW-A', first);
  const draft = await bench.nextFlow('user-manager', flowId);
  const second = await submittedNext(bench, first, 'procedure-second');
  await bench.signOff('user-research', second, { updateFlowIds: [flowId] });
  const [updated] = bench.world.select(flow, { supersedesId: flowId, status: 'APPROVED' });
  expect(updated).toMatchObject({ flowVersion: 2, code: 'FLOW-A', extractionProcedureId: second });
  expect(bench.flowRow(draft)).toMatchObject({ flowVersion: 3, supersedesId: updated?.id });
  // Its old procedure is archived with the version that used it.
  await expect(bench.submitFlow('user-manager', draft)).rejects.toThrow('is not approved.');
});

test('a research director leaves out flows that the clinical director approves', async () => {
  const bench = openFlowBench();
  const first = await bench.approvedProcedure('SOP-A');
  const flowId = await bench.approvedFlow('FLOW-A', first);
  bench.world.putRow(
    procedure,
    buildProcedure({ id: 'library-c', batchType: 'LIBRARY_PREPARATION', clinical: true }),
  );
  bench.world.putRow(flow, { ...bench.flowRow(flowId), libraryPreparationProcedureId: 'library-c' });
  const second = await submittedNext(bench, first, 'procedure-second');
  await expect(bench.signOff('user-research', second, { updateFlowIds: [flowId] })).rejects.toThrow(
    'You may not approve flow From blood.',
  );
  await bench.signOff('user-research', second);
  expect(bench.flowRow(flowId).status).toBe('APPROVED');
});
