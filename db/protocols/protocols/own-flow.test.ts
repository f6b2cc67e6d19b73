import { expect, test } from 'vitest';
import { openProtocolBench } from '#db/factories/benches/protocol-bench.ts';
import { buildOrder } from '#db/factories/build-ordering.ts';
import { order } from '#db/ordering/orders/order.ts';
import { flow, protocolFlow } from '#db/protocols/flow.ts';
import { ruleOf, settingsOf } from './protocol-content.ts';
import { saveProtocolDraft } from './save-protocol-draft.ts';

test('a research assistant makes a research protocol with its own flow in one act', async () => {
  const bench = openProtocolBench();
  const procedures = {
    samplePreparationProcedureId: null,
    extractionProcedureId: await bench.approvedProcedure('SOP-A'),
    libraryPreparationProcedureId: null,
    sequencingProcedureId: null,
  };
  const id = await bench.createProtocol('user-assistant', 'RES-1', null, { research: true, procedures });
  const [rule] = bench.world.select(protocolFlow, { protocolId: id });
  expect(bench.world.one(flow, rule?.flowId ?? '')).toMatchObject({
    code: 'RES-1',
    status: 'RESEARCH',
    authorIds: ['user-assistant'],
  });
  await bench.saveProtocol('user-assistant', id, { minVolume: '10' });
  await expect(bench.createProtocol('user-assistant', 'WGS-X', null)).rejects.toThrow(
    'You write research work only.',
  );
  await expect(
    bench.createProtocol('user-assistant', 'RES-2', null, { research: true, clinical: true }),
  ).rejects.toThrow('not used for clinical samples');
  bench.world.putRow(order, buildOrder({ protocolId: id, status: 'ORDERED' }));
  await expect(bench.saveProtocol('user-assistant', id, { minVolume: '20' })).rejects.toThrow(
    'Orders use this version.',
  );
});

test('a research assistant changes the procedures of the own flow in place, and of a used one as a version', async () => {
  const bench = openProtocolBench();
  const slots = {
    samplePreparationProcedureId: null,
    libraryPreparationProcedureId: null,
    sequencingProcedureId: null,
  };
  const first = { ...slots, extractionProcedureId: await bench.approvedProcedure('SOP-A') };
  const second = { ...slots, extractionProcedureId: await bench.approvedProcedure('SOP-B') };
  const id = await bench.createProtocol('user-assistant', 'RES-1', null, {
    research: true,
    procedures: first,
  });
  const save = (userId: string, protocolId: string, procedures: typeof first) =>
    bench.run(userId, saveProtocolDraft, {
      protocolId,
      seenVersion: bench.protocolRow(protocolId).version,
      settings: settingsOf(bench.protocolRow(protocolId)),
      flows: bench.world.select(protocolFlow, { protocolId, deleted: false }).map(ruleOf),
      procedures,
    });
  const flowsOf = () =>
    bench.world
      .select(flow, { code: 'RES-1' })
      .map((row) => [row.flowVersion, row.status, row.extractionProcedureId]);
  await expect(save('user-research', id, second)).rejects.toThrow('Only the authors');
  await save('user-assistant', id, second);
  expect(flowsOf()).toEqual([[1, 'RESEARCH', second.extractionProcedureId]]);
  expect(await save('user-assistant', id, second)).toMatchObject({ code: 'NOTHING_CHANGED' });

  bench.world.putRow(order, buildOrder({ protocolId: id, status: 'ORDERED' }));
  await expect(save('user-assistant', id, first)).rejects.toThrow('Orders use this version.');
  const next = await bench.nextProtocol('user-assistant', id, true);
  await save('user-assistant', next, first);
  expect(flowsOf()).toEqual([
    [1, 'RESEARCH', second.extractionProcedureId],
    [2, 'RESEARCH', first.extractionProcedureId],
  ]);
  const researchFlowId = await bench.createFlow('user-research', 'FLOW-R', second.extractionProcedureId, {
    research: true,
  });
  const other = await bench.createProtocol('user-assistant', 'RES-2', researchFlowId, { research: true });
  await expect(save('user-assistant', other, first)).rejects.toThrow('has no own research flow');
});
