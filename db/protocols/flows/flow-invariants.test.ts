import fc from 'fast-check';
import { ulid } from 'ulid';
import { expect, test } from 'vitest';
import { AppError } from '#db/errors/app-error.ts';
import { type FlowBench, openFlowBench } from '#db/factories/benches/flow-bench.ts';
import { WRITERS } from '#db/factories/benches/procedure-bench.ts';
import { buildDraftSection } from '#db/factories/build-procedure-drafts.ts';
import { buildContext } from '#db/factories/run-rule.ts';
import { flow } from '#db/protocols/flow.ts';
import { procedure } from '#db/protocols/procedure.ts';
import { archiveProcedure } from '#db/protocols/procedures/archive-procedure.ts';
import { startProcedureVersion } from '#db/protocols/procedures/create-procedure.ts';
import { activateVersion } from '#db/protocols/procedures/sign-off-procedure.ts';
import { activateFlow, rejectFlow } from './approve-flow.ts';
import { archiveFlow } from './archive-flow.ts';
import { withdrawFlow } from './submit-flow.ts';

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

async function approveProcedure(bench: FlowBench, choice: ActionChoice, effectiveFrom: string | null) {
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
async function activate({ world }: FlowBench): Promise<void> {
  const at = `${LATER}T00:10:00.000Z`;
  const due = <T extends { activatedAt: string | null; id: string }>(rows: readonly T[]) =>
    rows.filter(({ activatedAt }) => activatedAt === null);
  await world.transaction({ at, userId: null, entity: 'WBL' }, async (tx) => {
    const context = buildContext({ occurredAt: at });
    for (const row of due(world.select(procedure, { status: 'APPROVED' })))
      await activateVersion(tx, context, row);
    for (const { id } of due(world.select(flow, { status: 'APPROVED' }))) await activateFlow(tx, context, id);
  });
}

async function perform(bench: FlowBench, choice: ActionChoice): Promise<unknown> {
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
  }
}

/** Return what must never change of the approved versions of flows. */
const frozen = ({ world }: FlowBench): Map<string, string> =>
  new Map(
    world
      .all(flow)
      .filter(({ status }) => status === 'APPROVED' || status === 'ARCHIVED')
      .map(({ status: _, version: __, updatedAt: ___, activatedAt: ____, ...row }) => [
        row.id,
        JSON.stringify(row),
      ]),
  );

function checkFlows({ world, flowRow }: FlowBench): void {
  for (const row of world.select(flow, { status: 'APPROVED' }))
    expect(world.one(procedure, row.extractionProcedureId ?? '')?.status).toBe('APPROVED');
  for (const code of ['FLOW-A', 'FLOW-B']) {
    const versions = world.select(flow, { code });
    expect(
      versions.filter(({ status }) => status === 'PENDING_APPROVAL' || status === 'REJECTED').length,
    ).toBeLessThanOrEqual(1);
    expect(new Set(versions.map(({ flowVersion }) => flowVersion)).size).toBe(versions.length);
    const inUse = versions.filter(
      ({ id, status }) => status === 'APPROVED' && flowRow(id).activatedAt !== null,
    );
    expect(inUse.length).toBeLessThanOrEqual(1);
  }
}

test('any sequence of operations keeps approved flows of approved procedures, and one version of each in use and in preparation', async () => {
  let approvals = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(Action, { minLength: 10, maxLength: 40 }), async (actions) => {
      const bench = openFlowBench();
      await bench.approvedFlow('FLOW-A', await bench.approvedProcedure('SOP-A'));
      let before = frozen(bench);
      for (const choice of actions) {
        await perform(bench, choice).catch(ignoreRefusal);
        const after = frozen(bench);
        for (const [id, text] of before) expect(after.get(id)).toBe(text);
        before = after;
        checkFlows(bench);
      }
      approvals += bench.world.all(flow).filter(({ approvedById }) => approvedById !== null).length - 1;
    }),
    { numRuns: 80 },
  );
  // Sequences in which everything is refused would prove nothing.
  expect(approvals).toBeGreaterThan(10);
});
