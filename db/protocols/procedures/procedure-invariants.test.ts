import fc from 'fast-check';
import { ulid } from 'ulid';
import { expect, test } from 'vitest';
import { batch } from '#db/batches/batch.ts';
import { createBatch } from '#db/batches/create-batch.ts';
import { AppError } from '#db/errors/app-error.ts';
import { openProcedureBench, type ProcedureBench, WRITERS } from '#db/factories/benches/procedure-bench.ts';
import { buildDraftSection } from '#db/factories/build-procedure-drafts.ts';
import { buildFlow } from '#db/factories/build-protocols.ts';
import { field } from '#db/protocols/field.ts';
import { flow } from '#db/protocols/flow.ts';
import { type Procedure, procedure } from '#db/protocols/procedure.ts';
import { section, step } from '#db/protocols/section.ts';
import { assignedSection } from '#db/protocols/sections/assigned-section.ts';
import { archiveProcedure } from './archive-procedure.ts';
import { startProcedureVersion } from './create-procedure.ts';
import { rejectProcedure } from './sign-off-procedure.ts';
import { withdrawProcedure } from './submit-procedure.ts';

const rowOf = ({ world }: ProcedureBench, id: string): Procedure => {
  const row = world.one(procedure, id);
  if (!row) throw new Error(`There is no procedure ${id}.`);
  return row;
};

/** Write, submit and approve the first version. */
async function openWithVersion(bench: ProcedureBench, code: string): Promise<string> {
  const id = await bench.create('user-manager', code);
  await bench.save('user-manager', id, [buildDraftSection()]);
  await bench.submit('user-manager', id);
  await bench.signOff('user-research', id);
  return id;
}

const PEOPLE = Object.keys(WRITERS);
const OPERATIONS = [
  'create',
  'save',
  'submit',
  'withdraw',
  'signOff',
  'reject',
  'next',
  'archive',
  'batch',
] as const;

/** Return what a version is made of: its settings and its rows. */
const contentOf = (bench: ProcedureBench, procedureId: string): unknown => {
  const { world } = bench;
  const { status: _, version: __, updatedAt: ___, activatedAt: ____, ...row } = rowOf(bench, procedureId);
  return [
    row,
    world.select(section, { procedureId }),
    world.select(step, { procedureId }),
    world.select(field, { procedureId }),
  ];
};

/** Return what each batch was made with: its version, and the sections that were assigned with it. */
const pinned = (bench: ProcedureBench): Map<string, string> =>
  new Map(
    bench.world
      .all(batch)
      .map(({ id, procedureId }) => [
        id,
        JSON.stringify([
          procedureId,
          contentOf(bench, procedureId),
          bench.world.select(assignedSection, { batchId: id }).map(({ sectionId }) => sectionId),
        ]),
      ]),
  );

/** Return what must never change of the approved versions: their settings and their rows. */
const frozen = (bench: ProcedureBench): Map<string, string> =>
  new Map(
    bench.world
      .all(procedure)
      .filter(({ status }) => status === 'APPROVED' || status === 'ARCHIVED')
      .map(({ id }) => [id, JSON.stringify(contentOf(bench, id))]),
  );

test('any sequence of operations keeps approved versions, those of batches, one open version and flows of approved procedures', async () => {
  const batchesOf = { APPROVED: 0, RESEARCH: 0 };
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          operation: fc.constantFrom(...OPERATIONS),
          user: fc.constantFrom(...PEOPLE),
          which: fc.nat(5),
          // Mostly the person who may do it, on the newest version: otherwise nearly everything is refused.
          expected: fc.integer({ min: 0, max: 4 }).map((n) => n > 0),
          complete: fc.boolean(),
          flows: fc.boolean(),
        }),
        { minLength: 10, maxLength: 60 },
      ),
      async (actions) => {
        const bench = openProcedureBench();
        const { world } = bench;
        const first = await openWithVersion(bench, 'SOP-A');
        world.putRow(flow, buildFlow({ id: 'flow-a', extractionProcedureId: first }));
        let before = frozen(bench);
        let batches = pinned(bench);
        for (const { operation, user, which, expected, complete, flows } of actions) {
          const rows = world.all(procedure);
          const id = rows[expected ? rows.length - 1 : which % rows.length]?.id ?? first;
          const decides = operation === 'signOff' || operation === 'reject';
          const userId = expected ? (decides ? 'user-research' : rowOf(bench, id).authorId) : user;
          const updateFlowIds = flows ? world.select(flow, { status: 'APPROVED' }).map((row) => row.id) : [];
          const reason = 'A reason for the history.';
          const research = rowOf(bench, id).status === 'RESEARCH';
          const usable = world.select(procedure, { status: ['APPROVED', 'RESEARCH'] }).reverse();
          const method = (expected ? usable[which % 2] : undefined) ?? rowOf(bench, id);
          const ofResearch = method.status === 'RESEARCH';
          const planner = ofResearch ? 'user-research' : 'user-manager';
          const plan = { name: 'Batch', procedureId: method.id, research: ofResearch, assignedUserId: null };
          const steps: Record<(typeof OPERATIONS)[number], () => Promise<unknown>> = {
            create: () =>
              bench.create(expected && flows ? 'user-research' : userId, complete ? 'SOP-B' : 'SOP-A', {
                research: flows,
              }),
            save: () => bench.save(userId, id, complete ? [buildDraftSection()] : []),
            submit: () => bench.submit(userId, id),
            withdraw: () => bench.run(userId, withdrawProcedure, { procedureId: id }),
            signOff: () => bench.signOff(userId, id, { updateFlowIds }),
            reject: () => bench.run(userId, rejectProcedure, { procedureId: id, reason }),
            next: () =>
              bench.run(userId, startProcedureVersion, { procedureId: ulid(), sourceId: id, research }),
            archive: () => bench.run(userId, archiveProcedure, { procedureId: id, reason }),
            batch: () => bench.run(expected ? planner : user, createBatch, { batchId: ulid(), ...plan }),
          };
          await steps[operation]().catch((error: unknown) => {
            if (!(error instanceof AppError)) throw error;
          });
          const after = frozen(bench);
          for (const [key, text] of before) expect(after.get(key)).toBe(text);
          before = after;
          const batchesAfter = pinned(bench);
          for (const [key, text] of batches) expect(batchesAfter.get(key)).toBe(text);
          batches = batchesAfter;
          for (const code of ['SOP-A', 'SOP-B'])
            expect(
              world.select(procedure, { code, status: ['PENDING_APPROVAL', 'REJECTED'] }).length,
            ).toBeLessThanOrEqual(1);
          for (const row of world.select(flow, { status: 'APPROVED' }))
            expect(rowOf(bench, row.extractionProcedureId ?? '').status).toBe('APPROVED');
        }
        for (const { research } of world.all(batch)) batchesOf[research ? 'RESEARCH' : 'APPROVED'] += 1;
      },
    ),
    { numRuns: 60 },
  );
  // Sequences in which every batch is refused would prove nothing.
  expect(batchesOf.APPROVED).toBeGreaterThan(5);
  expect(batchesOf.RESEARCH).toBeGreaterThan(5);
});
