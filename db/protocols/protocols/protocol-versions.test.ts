import { expect, test } from 'vitest';
import { price } from '#db/billing/prices/price.ts';
import {
  buildDefaultRule,
  openProtocolBench,
  type ProtocolBench,
} from '#db/factories/benches/protocol-bench.ts';
import { buildOrder, buildService } from '#db/factories/build-ordering.ts';
import { buildSpecimen } from '#db/factories/build-specimens.ts';
import { buildContext } from '#db/factories/run-rule.ts';
import { order } from '#db/ordering/orders/order.ts';
import { service } from '#db/ordering/services/service.ts';
import { protocolFlow } from '#db/protocols/flow.ts';
import { signature } from '#db/protocols/signing/signature.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { activateProtocol, rejectProtocol } from './approve-protocol.ts';
import { deprecateProtocol, discontinueProtocol, reinstateProtocol } from './retire-protocol.ts';
import { setProtocolAuthors, withdrawProtocol } from './save-protocol-draft.ts';

const reason = 'A reason for the history.';
const approvedFlow = async (bench: ProtocolBench, code = 'FLOW-A') =>
  bench.approvedFlow(code, await bench.approvedProcedure(`SOP-${code}`));
const serviceOf = ({ world }: ProtocolBench, protocolId: string) => world.select(service, { protocolId })[0];

/** Put the service of a protocol on sale. */
function sell(bench: ProtocolBench, protocolId: string): void {
  const row = serviceOf(bench, protocolId);
  if (row) bench.world.putRow(service, { ...row, status: 'LIVE', name: 'On sale', slug: 'on-sale' });
}

test('a new protocol has its internal service, and becomes active with a signature', async () => {
  const bench = openProtocolBench();
  const id = await bench.createProtocol('user-manager', 'WGS-A', await approvedFlow(bench));
  expect(serviceOf(bench, id)).toMatchObject({
    status: 'NOT_A_SERVICE',
    slug: 'wgs-a',
    name: 'Whole genome',
  });
  bench.setPrice(id);
  await bench.submitProtocol('user-manager', id);
  await bench.approveProtocol('user-research', id);
  expect(bench.protocolRow(id)).toMatchObject({
    status: 'ACTIVE',
    approvedById: 'user-research',
    activatedAt: '2026-11-21T10:00:00.000Z',
  });
  expect(bench.world.select(signature, { targetId: id })).toMatchObject([
    { targetType: 'Protocol', meaning: 'Approved by' },
  ]);
});

test('two services never have one address', async () => {
  const bench = openProtocolBench();
  bench.world.putRow(service, buildService({ slug: 'wgs-a', protocolId: 'elsewhere' }));
  const id = await bench.createProtocol('user-manager', 'WGS-A', null);
  expect(serviceOf(bench, id)?.slug).toBe(`wgs-a-${id.toLowerCase()}`);
});

test('a protocol without default flow, materials or price is refused with all that is missing', async () => {
  const bench = openProtocolBench();
  const id = await bench.createProtocol('user-manager', 'WGS-A', null);
  await bench.saveProtocol('user-manager', id, { acceptedSpecimenTypes: [] });
  await expect(bench.submitProtocol('user-manager', id)).rejects.toThrow(
    'Choose the accepted specimen types. Choose the default flow.',
  );
  const flowId = await approvedFlow(bench);
  await bench.saveProtocol('user-manager', id, { acceptedSpecimenTypes: ['SALIVA'] }, [
    buildDefaultRule(flowId),
  ]);
  await bench.submitProtocol('user-manager', id);
  await expect(bench.approveProtocol('user-research', id)).rejects.toThrow('No price is set.');
});

test('rules without a condition, for refused materials or with two defaults are refused', async () => {
  const bench = openProtocolBench();
  const flowId = await approvedFlow(bench);
  const other = await approvedFlow(bench, 'FLOW-B');
  const id = await bench.createProtocol('user-manager', 'WGS-A', flowId);
  const rule = { ...buildDefaultRule(other), isDefault: false };
  await bench.saveProtocol('user-manager', id, {}, [buildDefaultRule(flowId), rule]);
  await expect(bench.submitProtocol('user-manager', id)).rejects.toThrow('or nothing takes this flow.');
  await bench.saveProtocol('user-manager', id, {}, [
    buildDefaultRule(flowId),
    { ...rule, specimenTypes: ['URINE'] },
  ]);
  await expect(bench.submitProtocol('user-manager', id)).rejects.toThrow('does not accept Urine.');
  const twice = [buildDefaultRule(flowId), buildDefaultRule(other)];
  await expect(bench.saveProtocol('user-manager', id, {}, twice)).rejects.toMatchObject({
    code: 'VALIDATION',
  });
  expect(bench.world.select(protocolFlow, { protocolId: id, deleted: false })).toHaveLength(2);
});

test('a code is taken once, and one version of it is in preparation at most', async () => {
  const bench = openProtocolBench();
  const flowId = await approvedFlow(bench);
  const id = await bench.activeProtocol('WGS-A', flowId);
  await expect(bench.createProtocol('user-manager', 'WGS-A', flowId)).rejects.toThrow(
    'A protocol WGS-A exists.',
  );
  await bench.nextProtocol('user-manager', id);
  await expect(bench.nextProtocol('user-project', id)).rejects.toThrow(
    'Version 2 is already being prepared by Person of LAB_MANAGER.',
  );
});

test('only authors change a draft, and nobody while it is submitted', async () => {
  const bench = openProtocolBench();
  const id = await bench.createProtocol('user-manager', 'WGS-A', await approvedFlow(bench));
  await expect(bench.saveProtocol('user-project', id, { name: 'Mine' })).rejects.toThrow('Only the authors');
  await bench.run('user-manager', setProtocolAuthors, { protocolId: id, authorIds: ['user-project'] });
  await bench.saveProtocol('user-project', id, { name: 'Ours' });
  await bench.submitProtocol('user-project', id);
  await expect(bench.saveProtocol('user-manager', id, { name: 'Mine' })).rejects.toThrow(
    'This version is submitted.',
  );
  await bench.run('user-manager', withdrawProtocol, { protocolId: id });
  await bench.saveProtocol('user-manager', id, { name: 'Mine again' });
});

test('the clinical director approves a clinical protocol, and nobody the own version', async () => {
  const bench = openProtocolBench();
  const flowId = await approvedFlow(bench);
  const clinical = await bench.createProtocol('user-manager', 'WGS-C', flowId, { clinical: true });
  bench.setPrice(clinical);
  await bench.submitProtocol('user-manager', clinical);
  await expect(bench.approveProtocol('user-research', clinical)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await bench.approveProtocol('user-clinical', clinical);
  const own = await bench.createProtocol('user-research', 'WGS-R', flowId);
  bench.setPrice(own);
  await bench.submitProtocol('user-research', own);
  await expect(bench.approveProtocol('user-research', own)).rejects.toThrow('You wrote this version.');
  await bench.approveProtocol('user-manager', own);
});

test('a rejected version is changed by its authors and submitted again', async () => {
  const bench = openProtocolBench();
  const id = await bench.createProtocol('user-manager', 'WGS-A', await approvedFlow(bench));
  bench.setPrice(id);
  await bench.submitProtocol('user-manager', id);
  await bench.run('user-research', rejectProtocol, { protocolId: id, reason });
  await expect(bench.submitProtocol('user-manager', id)).rejects.toThrow('Change it before');
  await bench.saveProtocol('user-manager', id, { minVolume: '80' });
  await bench.submitProtocol('user-manager', id);
  await bench.approveProtocol('user-research', id);
  expect(bench.protocolRow(id)).toMatchObject({ status: 'ACTIVE', rejectionReason: null });
});

test('a new version takes service and prices on its first day, and deprecates the earlier one', async () => {
  const bench = openProtocolBench();
  const first = await bench.activeProtocol('WGS-A', await approvedFlow(bench));
  sell(bench, first);
  const second = await bench.nextProtocol('user-manager', first);
  await bench.submitProtocol('user-manager', second);
  await bench.approveProtocol('user-research', second, '2026-11-23');
  expect(serviceOf(bench, first)).toMatchObject({ status: 'LIVE' });
  const activate = (labDay: string) => {
    const at = `${labDay}T00:10:00.000Z`;
    return bench.world.transaction({ at, userId: null, entity: 'WBL' }, (tx) =>
      activateProtocol(tx, buildContext({ occurredAt: at }), second),
    );
  };
  expect(await activate('2026-11-22')).toBe(false);
  expect(await activate('2026-11-23')).toBe(true);
  expect(await activate('2026-11-23')).toBe(false);
  expect([bench.protocolRow(first).status, bench.protocolRow(second).status]).toEqual([
    'DEPRECATED',
    'ACTIVE',
  ]);
  expect(serviceOf(bench, second)).toMatchObject({ status: 'LIVE', slug: 'on-sale' });
  // Running orders of the earlier version still find the name of their service.
  expect(serviceOf(bench, first)).toMatchObject({ status: 'NOT_A_SERVICE', name: 'On sale' });
  expect(bench.world.select(price, { protocolId: second })).toMatchObject([{ effectiveFrom: '2026-11-01' }]);
});

test('a deprecated version goes off sale, and is reinstated while no other one is active', async () => {
  const bench = openProtocolBench();
  const first = await bench.activeProtocol('WGS-A', await approvedFlow(bench));
  sell(bench, first);
  await bench.run('user-manager', deprecateProtocol, { protocolId: first, reason });
  expect(serviceOf(bench, first)).toMatchObject({ status: 'DRAFT' });
  const second = await bench.nextProtocol('user-manager', first);
  bench.setPrice(second);
  await bench.submitProtocol('user-manager', second);
  await bench.approveProtocol('user-research', second);
  expect(serviceOf(bench, second)).toMatchObject({ slug: 'on-sale' });
  const reinstate = () => bench.run('user-manager', reinstateProtocol, { protocolId: first, reason });
  await expect(reinstate()).rejects.toThrow('Version 2 is active.');
  await bench.run('user-manager', deprecateProtocol, { protocolId: second, reason });
  await reinstate();
  expect(bench.protocolRow(first).status).toBe('ACTIVE');
  expect(serviceOf(bench, first)).toMatchObject({ slug: 'on-sale' });
});

test('a protocol is discontinued for good once no specimen is open', async () => {
  const bench = openProtocolBench();
  const id = await bench.activeProtocol('WGS-A', await approvedFlow(bench));
  const discontinue = () => bench.run('user-manager', discontinueProtocol, { protocolId: id, reason });
  bench.world.putRow(order, buildOrder({ id: 'order-1', protocolId: id }));
  bench.world.putRow(specimen, buildSpecimen({ id: 's-1', orderId: 'order-1', status: 'RECEIVED' }));
  await expect(discontinue()).rejects.toThrow('Cannot be discontinued while 1 specimen is open.');
  bench.world.putRow(specimen, buildSpecimen({ id: 's-1', orderId: 'order-1', status: 'COMPLETED' }));
  await discontinue();
  expect(bench.protocolRow(id).status).toBe('DISCONTINUED');
  await expect(bench.run('user-manager', reinstateProtocol, { protocolId: id, reason })).rejects.toThrow(
    'Cannot change status from Discontinued to Active.',
  );
});

test('a research director promotes a research protocol, whose research flow must be replaced first', async () => {
  const bench = openProtocolBench();
  const research = await bench.createFlow('user-research', 'FLOW-R', await bench.approvedProcedure('SOP-A'), {
    research: true,
  });
  const id = await bench.createProtocol('user-research', 'RES-1', research, { research: true });
  await expect(bench.nextProtocol('user-assistant', id)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  const promoted = await bench.nextProtocol('user-research', id);
  expect(bench.protocolRow(promoted)).toMatchObject({ status: 'PENDING_APPROVAL', protocolVersion: 2 });
  await expect(bench.submitProtocol('user-research', promoted)).rejects.toThrow(
    'Flow FLOW-R, version 1, is not approved.',
  );
  const routine = await approvedFlow(bench, 'FLOW-B');
  await bench.saveProtocol('user-research', promoted, {}, [buildDefaultRule(routine)]);
  bench.setPrice(promoted);
  await bench.submitProtocol('user-research', promoted);
  await bench.approveProtocol('user-manager', promoted);
  expect([bench.protocolRow(id).status, bench.protocolRow(promoted).status]).toEqual(['RESEARCH', 'ACTIVE']);
});
