import fc from 'fast-check';
import { ulid } from 'ulid';
import { expect, test } from 'vitest';
import { AppError } from '#db/errors/app-error.ts';
import { WRITERS } from '#db/factories/benches/procedure-bench.ts';
import { openProtocolBench, type ProtocolBench } from '#db/factories/benches/protocol-bench.ts';
import { buildDraftSection } from '#db/factories/build-procedure-drafts.ts';
import { buildContext } from '#db/factories/run-rule.ts';
import { service } from '#db/ordering/services/service.ts';
import { flow, protocolFlow } from '#db/protocols/flow.ts';
import { activateFlow, rejectFlow } from '#db/protocols/flows/approve-flow.ts';
import { archiveFlow } from '#db/protocols/flows/archive-flow.ts';
import { withdrawFlow } from '#db/protocols/flows/submit-flow.ts';
import { procedure } from '#db/protocols/procedure.ts';
import { archiveProcedure } from '#db/protocols/procedures/archive-procedure.ts';
import { startProcedureVersion } from '#db/protocols/procedures/create-procedure.ts';
import { activateVersion } from '#db/protocols/procedures/sign-off-procedure.ts';
import { protocol } from '#db/protocols/protocol.ts';
import { activateProtocol, rejectProtocol } from '#db/protocols/protocols/approve-protocol.ts';
import {
  deprecateProtocol,
  discontinueProtocol,
  reinstateProtocol,
} from '#db/protocols/protocols/retire-protocol.ts';
import { withdrawProtocol } from '#db/protocols/protocols/save-protocol-draft.ts';

const PEOPLE = Object.keys(WRITERS);
const LATER = '2026-11-23';
const reason = 'A reason for the history.';

/** What a test does once, with its choices. */
const Action = fc.record({
  operation: fc.constantFrom(
    'nextProcedure',
    'approveProcedure',
    'approveProcedureLater',
    'archiveProcedure',
    'createFlow',
    'nextFlow',
    'saveFlow',
    'submitFlow',
    'withdrawFlow',
    'approveFlow',
    'approveFlowLater',
    'rejectFlow',
    'archiveFlow',
    'createProtocol',
    'nextProtocol',
    'saveProtocol',
    'submitProtocol',
    'withdrawProtocol',
    'approveProtocol',
    'approveProtocolLater',
    'rejectProtocol',
    'deprecateProtocol',
    'reinstateProtocol',
    'discontinueProtocol',
    'nextDay',
  ),
  user: fc.constantFrom(...PEOPLE),
  // Mostly the person who may do it, on the newest row: otherwise nearly everything is refused.
  expected: fc.integer({ min: 0, max: 4 }).map((n) => n > 0),
  which: fc.nat(5),
  updates: fc.boolean(),
});
type ActionChoice = typeof Action extends fc.Arbitrary<infer T> ? T : never;

const pick = <T extends { id: string }>(rows: readonly T[], { expected, which }: ActionChoice): T => {
  const row = rows[expected ? rows.length - 1 : which % rows.length];
  if (!row) throw new Error('There is no row to choose from.');
  return row;
};

async function approveProcedure(bench: ProtocolBench, choice: ActionChoice, effectiveFrom: string | null) {
  const { id, authorId } = pick(bench.world.all(procedure), choice);
  const flows = bench.world.select(flow, { status: 'APPROVED' }).map((row) => row.id);
  await bench.save(authorId, id, [buildDraftSection()]).catch(ignoreRefusal);
  await bench.submit(authorId, id).catch(ignoreRefusal);
  await bench.signOff('user-research', id, { effectiveFrom, updateFlowIds: choice.updates ? flows : [] });
}

function ignoreRefusal(error: unknown): void {
  if (!(error instanceof AppError)) throw error;
}

/** The job of a lab day. */
async function activate({ world }: ProtocolBench): Promise<void> {
  const at = `${LATER}T00:10:00.000Z`;
  const due = <T extends { activatedAt: string | null; id: string }>(rows: readonly T[]) =>
    rows.filter(({ activatedAt }) => activatedAt === null);
  await world.transaction({ at, userId: null, entity: 'WBL' }, async (tx) => {
    const context = buildContext({ occurredAt: at });
    for (const row of due(world.select(procedure, { status: 'APPROVED' })))
      await activateVersion(tx, context, row);
    for (const { id } of due(world.select(flow, { status: 'APPROVED' }))) await activateFlow(tx, context, id);
    for (const { id } of due(world.select(protocol, { status: 'ACTIVE' })))
      await activateProtocol(tx, context, id);
  });
}

async function perform(bench: ProtocolBench, choice: ActionChoice): Promise<unknown> {
  const { world, run } = bench;
  const { operation, user, expected, updates } = choice;
  const [open] = expected ? world.select(flow, { status: 'PENDING_APPROVAL' }) : [];
  const oneFlow = open ?? pick(world.all(flow), choice);
  const oneProcedure = pick(world.all(procedure), choice);
  const [approved] = world.select(procedure, { status: 'APPROVED' }).reverse();
  const slot = (expected && approved ? approved : oneProcedure).id;
  const author = expected ? (oneFlow.authorIds[0] ?? user) : user;
  const writer = expected ? 'user-manager' : user;
  const decider = expected ? 'user-research' : user;
  const flowId = oneFlow.id;
  switch (operation) {
    case 'nextProcedure':
      return run(writer, startProcedureVersion, { procedureId: ulid(), sourceId: oneProcedure.id });
    case 'approveProcedure':
      return approveProcedure(bench, choice, null);
    case 'approveProcedureLater':
      return approveProcedure(bench, choice, LATER);
    case 'archiveProcedure':
      return run(writer, archiveProcedure, { procedureId: oneProcedure.id, reason });
    case 'createFlow':
      return bench.createFlow(writer, updates ? 'FLOW-A' : 'FLOW-B', slot);
    case 'nextFlow':
      return bench.nextFlow(writer, flowId);
    case 'saveFlow':
      return bench.saveFlow(author, flowId, { extractionProcedureId: slot, name: ulid() });
    case 'submitFlow':
      return bench.submitFlow(author, flowId);
    case 'withdrawFlow':
      return run(author, withdrawFlow, { flowId });
    case 'approveFlow':
      if (updates) await bench.submitFlow(author, flowId).catch(ignoreRefusal);
      return bench.approveFlow(decider, flowId);
    case 'approveFlowLater':
      if (updates) await bench.submitFlow(author, flowId).catch(ignoreRefusal);
      return bench.approveFlow(decider, flowId, LATER);
    case 'rejectFlow':
      return run(decider, rejectFlow, { flowId, reason });
    case 'archiveFlow':
      return run(writer, archiveFlow, { flowId, reason });
    case 'nextDay':
      return activate(bench);
    default:
      return performOnProtocol(bench, choice, operation);
  }
}

type ProtocolOperation = Extract<ActionChoice['operation'], `${string}Protocol` | 'approveProtocolLater'>;

async function performOnProtocol(
  bench: ProtocolBench,
  choice: ActionChoice,
  operation: ProtocolOperation,
): Promise<unknown> {
  const { world, run } = bench;
  const { user, expected, updates } = choice;
  const [open] = expected ? world.select(protocol, { status: 'PENDING_APPROVAL' }) : [];
  const { id: protocolId, authorIds } = open ?? pick(world.all(protocol), choice);
  const author = expected ? (authorIds[0] ?? user) : user;
  const writer = expected ? 'user-manager' : user;
  const decider = expected ? 'user-research' : user;
  const [approved] = world.select(flow, { status: 'APPROVED' }).reverse();
  const flowId = (expected && approved ? approved : pick(world.all(flow), choice)).id;
  const rule = { flowId, isDefault: true, specimenTypes: [], extractedNucleicAcids: null };
  const submit = () =>
    updates ? bench.submitProtocol(author, protocolId).catch(ignoreRefusal) : Promise.resolve();
  switch (operation) {
    case 'createProtocol':
      return bench.createProtocol(writer, updates ? 'WGS-A' : 'WGS-B', flowId);
    case 'nextProtocol':
      return bench.nextProtocol(writer, protocolId);
    case 'saveProtocol':
      return bench.saveProtocol(author, protocolId, { name: ulid() }, [rule]);
    case 'submitProtocol':
      return bench.submitProtocol(author, protocolId);
    case 'withdrawProtocol':
      return run(author, withdrawProtocol, { protocolId });
    case 'approveProtocol':
      await submit();
      return bench.approveProtocol(decider, protocolId);
    case 'approveProtocolLater':
      await submit();
      return bench.approveProtocol(decider, protocolId, LATER);
    case 'rejectProtocol':
      return run(decider, rejectProtocol, { protocolId, reason });
    case 'deprecateProtocol':
      return run(writer, deprecateProtocol, { protocolId, reason });
    case 'reinstateProtocol':
      return run(writer, reinstateProtocol, { protocolId, reason });
    case 'discontinueProtocol':
      return run(writer, discontinueProtocol, { protocolId, reason });
  }
}

/** Return what must never change of approved versions: of flows the row, of protocols also the rules of their flows. */
function frozen({ world }: ProtocolBench): Map<string, string> {
  const flows = world.all(flow).filter(({ status }) => status === 'APPROVED' || status === 'ARCHIVED');
  const protocols = world
    .all(protocol)
    .filter(({ status }) => status === 'ACTIVE' || status === 'DEPRECATED' || status === 'DISCONTINUED');
  const stable = <T extends { status: string; version: number; updatedAt: string; activatedAt: unknown }>({
    status: _,
    version: __,
    updatedAt: ___,
    activatedAt: ____,
    ...row
  }: T) => row;
  const rules = (protocolId: string) =>
    world
      .select(protocolFlow, { protocolId, deleted: false })
      // A new version of a flow takes the place of the earlier one.
      .map((rule) => [rule.id, rule.isDefault, world.one(flow, rule.flowId)?.code]);
  return new Map([
    ...flows.map((row) => [row.id, JSON.stringify(stable(row))] as const),
    ...protocols.map((row) => [row.id, JSON.stringify([stable(row), rules(row.id)])] as const),
  ]);
}

const isOpen = ({ status }: { status: string }): boolean =>
  status === 'PENDING_APPROVAL' || status === 'REJECTED';

function checkFlows({ world, flowRow }: ProtocolBench): void {
  for (const row of world.select(flow, { status: 'APPROVED' }))
    expect(world.one(procedure, row.extractionProcedureId ?? '')?.status).toBe('APPROVED');
  for (const code of ['FLOW-A', 'FLOW-B']) {
    const versions = world.select(flow, { code });
    expect(versions.filter(isOpen).length).toBeLessThanOrEqual(1);
    expect(new Set(versions.map(({ flowVersion }) => flowVersion)).size).toBe(versions.length);
    const inUse = versions.filter(
      ({ id, status }) => status === 'APPROVED' && flowRow(id).activatedAt !== null,
    );
    expect(inUse.length).toBeLessThanOrEqual(1);
  }
}

function checkProtocols({ world }: ProtocolBench): void {
  for (const code of ['WGS-A', 'WGS-B']) {
    const versions = world.select(protocol, { code });
    expect(versions.filter(isOpen).length).toBeLessThanOrEqual(1);
    const active = versions.filter(({ status, activatedAt }) => status === 'ACTIVE' && activatedAt !== null);
    expect(active.length).toBeLessThanOrEqual(1);
    for (const { id } of active)
      for (const { flowId } of world.select(protocolFlow, { protocolId: id, deleted: false }))
        expect(world.one(flow, flowId)?.status).toBe('APPROVED');
    for (const { id } of versions) expect(world.select(service, { protocolId: id })).toHaveLength(1);
  }
}

test('any sequence of operations keeps approved versions, one open version of each code, and approved procedures in approved flows', async () => {
  const approvals = { flows: 0, protocols: 0 };
  const isApproved = ({ approvedById }: { approvedById: string | null }): boolean => approvedById !== null;
  await fc.assert(
    fc.asyncProperty(fc.array(Action, { minLength: 20, maxLength: 60 }), async (actions) => {
      const bench = openProtocolBench();
      const firstFlow = await bench.approvedFlow('FLOW-A', await bench.approvedProcedure('SOP-A'));
      await bench.activeProtocol('WGS-A', firstFlow);
      let before = frozen(bench);
      for (const choice of actions) {
        await perform(bench, choice).catch(ignoreRefusal);
        const after = frozen(bench);
        for (const [id, text] of before) expect(after.get(id)).toBe(text);
        before = after;
        checkFlows(bench);
        checkProtocols(bench);
      }
      approvals.flows += bench.world.all(flow).filter(isApproved).length - 1;
      approvals.protocols += bench.world.all(protocol).filter(isApproved).length - 1;
    }),
    { numRuns: 40 },
  );
  // Sequences in which everything is refused would prove nothing.
  expect(approvals.flows).toBeGreaterThan(5);
  expect(approvals.protocols).toBeGreaterThan(3);
});
