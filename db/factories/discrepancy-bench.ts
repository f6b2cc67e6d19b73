import type { Role } from '#db/access/roles.ts';
import type { MemoryWorld } from '#db/memory-transaction.ts';
import { sample } from '#db/samples/sample.ts';
import type { ReceiptDiscrepancy } from '#db/specimens/accession-args.ts';
import { discrepancy } from '#db/specimens/discrepancy.ts';
import type { Resolution } from '#db/specimens/discrepancy-resolution.ts';
import { resolveDiscrepancy } from '#db/specimens/resolve-discrepancy.ts';
import { buildReceivingWorld, buildTube, type Expected, receive, specimenIn } from './receiving-bench.ts';
import { buildActor, runRule } from './run-rule.ts';

/** Return the actor of a deciding role. */
export const as = (role: Role) => ({ actor: buildActor({ role }) });

/** Receive one tube in a condition. */
export async function received(
  condition: ReceiptDiscrepancy | 'NONE',
  expected: Expected = {},
): Promise<MemoryWorld> {
  const world = buildReceivingWorld(expected);
  await receive(world, [buildTube({ condition })]);
  return world;
}

/** Return the discrepancy without a decision. */
export const open = (world: MemoryWorld) => world.all(discrepancy).find((one) => one.resolution === 'OPEN');
/** Return the state of the specimen and its sample. */
export const state = (world: MemoryWorld) => [
  specimenIn(world, 'specimen-a')?.status,
  world.all(sample)[0]?.status,
];
/** Decide the open discrepancy. */
export const resolve = (
  world: MemoryWorld,
  resolution: Resolution,
  role: Role = 'LAB_MANAGER',
  more: { note?: string; statementFileId?: string } = {},
) =>
  runRule(
    world,
    resolveDiscrepancy,
    {
      discrepancyId: open(world)?.id ?? '',
      resolution,
      note: more.note ?? 'Agreed with the customer',
      statementFileId: more.statementFileId ?? null,
    },
    as(role),
  );
