import { approveBatch } from '#db/batches/approve-batch.ts';
import { completeBatch } from '#db/batches/complete-batch.ts';
import { createBatch } from '#db/batches/create-batch.ts';
import { fillPlate } from '#db/batches/layout/place-sample.ts';
import { missingControls, requiredControls } from '#db/batches/layout/plate-layout.ts';
import { startBatch } from '#db/batches/starting/start-batch.ts';
import { assignSection } from '#db/protocols/sections/assign-section.ts';
import { checkOutSample } from '#db/samples/custody/check-out-sample.ts';
import { type Sample, sample } from '#db/samples/sample.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { wellAt } from '#db/values/plate-well.ts';
import type { DemoOrder } from './demo-orders.ts';
import { procedureOf } from './demo-procedures.ts';
import { putFinishedRuns } from './demo-runs.ts';
import { sectionsOf, sign, workOn } from './demo-section-work.ts';
import type { DemoWorld } from './demo-world.ts';

/** The progress of a batch in the demo lab: laid out, started, and the number of signed sections. */
interface Stage {
  key: string;
  name: string;
  samples: number;
  /** The number of samples of the lab's home entity that share the batch. */
  homeSamples?: number;
  daysAgo: number;
  started: boolean;
  /** The number of signed sections; with a fraction the next section is partly filled in. */
  sections: number;
  completed?: boolean;
}

const HOME_STAGES: readonly Stage[] = [
  {
    key: 'prep',
    name: 'Blood lysis, first plate',
    samples: 12,
    daysAgo: 2,
    started: true,
    sections: 2,
    completed: true,
  },
  {
    key: 'prep',
    name: 'Blood lysis, second plate',
    samples: 16,
    daysAgo: 1,
    started: true,
    sections: 1.4,
  },
  {
    key: 'prep',
    name: 'Blood lysis, third plate',
    samples: 8,
    daysAgo: 0.1,
    started: false,
    sections: 0,
  },
  {
    key: 'extract',
    name: 'Bead extraction',
    samples: 10,
    daysAgo: 0.5,
    started: true,
    sections: 1,
  },
  {
    key: 'library',
    name: 'Barcoding from DNA',
    samples: 8,
    daysAgo: 0.4,
    started: true,
    sections: 0.5,
  },
  {
    key: 'library',
    name: 'Barcoding, next plate',
    samples: 6,
    daysAgo: 0.05,
    started: false,
    sections: 0,
  },
];

/** The batches of clinical samples; one of them is shared with samples of the lab's home entity. */
const CLINICAL_STAGES: readonly Stage[] = [
  {
    key: 'prep',
    name: 'Blood lysis, clinical plate',
    samples: 12,
    daysAgo: 1.8,
    started: true,
    sections: 2,
    completed: true,
  },
  {
    key: 'prep',
    name: 'Blood lysis, next clinical plate',
    samples: 6,
    daysAgo: 0.1,
    started: false,
    sections: 0,
  },
  {
    key: 'extract',
    name: 'Bead extraction, shared plate',
    samples: 8,
    homeSamples: 2,
    daysAgo: 0.4,
    started: true,
    sections: 1,
  },
  {
    key: 'library',
    name: 'Clinical barcoding from DNA',
    samples: 8,
    daysAgo: 0.3,
    started: true,
    sections: 0.5,
  },
];

const STAGES: Readonly<Record<BusinessEntity, readonly Stage[]>> = {
  WBL: HOME_STAGES,
  RESONANT: CLINICAL_STAGES,
};

/** Run the batches of an entity's samples through the real operations, and check a few of the lab's tubes out. */
export async function runBench(demo: DemoWorld, orders: readonly DemoOrder[]): Promise<void> {
  const rank = turns(orders);
  for (const stage of STAGES[demo.entity]) await runBatch(demo, stage, rank);
  if (demo.home !== demo) return;
  const inQueue = demo
    .select(sample, { status: 'IN_QUEUE' })
    .filter(({ storageLocationId }) => storageLocationId !== null);
  for (const row of inQueue.slice(-3)) {
    await demo.perform(
      checkOutSample,
      { sampleId: row.id, purpose: 'INSPECTION' },
      'LAB_TECH',
      demo.ago(0.6),
    );
  }
}

/**
 * Return the order of processing: the orders in work go first and share each batch, then the others as they
 * came.
 */
function turns(orders: readonly DemoOrder[]): (tube: Sample) => number {
  const rows = orders.filter(({ inWork }) => inWork).flatMap(({ specimens }) => specimens);
  const turnOf = new Map(rows.map(({ id, orderRow }) => [id, orderRow]));
  return ({ specimenId }) => turnOf.get(specimenId ?? '') ?? Number.MAX_SAFE_INTEGER;
}

/** Run one batch as far as its stage says, with the next tubes; returns its id when there were any. */
export async function runBatch(
  demo: DemoWorld,
  stage: Stage,
  turnOf: (tube: Sample) => number,
): Promise<string | null> {
  const at = demo.ago(stage.daysAgo);
  const method = procedureOf(demo, stage.key);
  const waitingOf = (owner: DemoWorld): Sample[] =>
    owner
      .select(sample, { status: 'IN_QUEUE' })
      .filter((row) => row.stage === method.batchType && row.createdAt < at)
      .sort((one, other) => turnOf(one) - turnOf(other));
  const own = waitingOf(demo).slice(0, stage.samples);
  if (own.length === 0) return null;
  const batchSamples = [...own, ...waitingOf(demo.home).slice(0, stage.homeSamples ?? 0)];
  const batchId = demo.id();
  const tech = demo.actor('LAB_TECH').userId;
  await demo.perform(
    createBatch,
    { batchId, name: stage.name, procedureId: method.id, research: false, assignedUserId: tech },
    'LAB_MANAGER',
    at,
  );
  const controls = missingControls(requiredControls(method), []);
  await demo.perform(
    fillPlate,
    {
      batchId,
      samples: batchSamples.map((row, index) => ({
        sampleId: row.id,
        plateLocation: wellAt(index + 1) ?? 'A1',
      })),
      controls: controls.map((controlType, index) => ({
        controlId: demo.id(),
        controlType,
        plateLocation: wellAt(batchSamples.length + index + 1) ?? 'H12',
      })),
    },
    'LAB_TECH',
    at,
  );
  for (const run of await sectionsOf(demo, batchId, at)) {
    await demo.perform(
      assignSection,
      { assignedSectionId: run.assigned.id, userId: tech },
      'LAB_MANAGER',
      at,
    );
  }
  if (stage.started) await demo.perform(startBatch, { batchId }, 'LAB_TECH', at);
  await runSections(demo, stage, batchId, at);
  if (stage.completed)
    await demo.perform(completeBatch, { batchId, childSuffixLetter: null }, 'LAB_TECH', at);
  return batchId;
}

async function runSections(demo: DemoWorld, stage: Stage, batchId: string, at: string): Promise<void> {
  const runs = await sectionsOf(demo, batchId, at);
  for (const [index, run] of runs.entries()) {
    const share = Math.min(1, stage.sections - index);
    if (share <= 0) return;
    await workOn(demo, run, at, share);
    if (share === 1) await sign(demo, run, at);
  }
}

const done = { started: true, sections: 9, completed: true } as const;
/** The two batches from DNA to reads. */
const LIBRARY = {
  key: 'library',
  name: 'Barcoding for the last run',
  daysAgo: 5,
} as const;
const SEQUENCING = { key: 'sequence', name: 'Run of last week', daysAgo: 3.5 } as const;

/** When the run was over, and with it the batch. */
const COMPLETED_DAYS_AGO = 0.28;

/** Import the runs of a batch and complete it. */
async function sequence(demo: DemoWorld, batchId: string): Promise<void> {
  await putFinishedRuns(demo, batchId);
  const at = demo.ago(COMPLETED_DAYS_AGO);
  await demo.perform(completeBatch, { batchId, childSuffixLetter: null }, 'LAB_TECH', at);
}

/**
 * Complete the oldest of the orders that came as DNA: it was sequenced, a director approved the batch, and
 * its results wait to be released.
 */
export async function finishWork(demo: DemoWorld, orders: readonly DemoOrder[]): Promise<void> {
  const [first] = orders
    .filter(({ order, service, inWork }) => order.status === 'RECEIVED' && service.fromDna && !inWork)
    .filter(({ order, dates }) => order.packageType === 'TUBE' && dates.received > LIBRARY.daysAgo)
    .sort((one, other) => other.dates.received - one.dates.received);
  if (!first) return;
  const prioritySpecimenIds = new Set(first.specimens.map(({ id }) => id));
  const turnOf = ({ specimenId }: Sample): number => (prioritySpecimenIds.has(specimenId ?? '') ? 0 : 1);
  for (const stage of [LIBRARY, SEQUENCING]) {
    const isSequencing = stage === SEQUENCING;
    const batch: Stage = { ...stage, ...done, samples: first.specimens.length, completed: !isSequencing };
    const batchId = await runBatch(demo, batch, turnOf);
    if (!batchId) continue;
    const method = procedureOf(demo, stage.key);
    const director = method.clinical ? 'LAB_CLINICAL_DIRECTOR' : 'LAB_RESEARCH_DIRECTOR';
    if (isSequencing) await sequence(demo, batchId);
    if (method.requiresDirectorApproval) {
      const daysAgo = isSequencing ? COMPLETED_DAYS_AGO - 0.05 : stage.daysAgo - 0.5;
      await demo.perform(approveBatch, { batchId }, director, demo.ago(daysAgo));
    }
  }
}
