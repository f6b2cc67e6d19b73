import { z } from 'zod';
import type { BenchCall } from '#db/bench-operations.ts';
import { CheckOutPurpose } from '#db/samples/check-out-purpose.ts';
import type { Sample } from '#db/samples/sample.ts';
import type { StorageManagement } from '#db/storage/storage-management.ts';
import { holdsPositions } from '#db/storage/storage-type.ts';
import { countOf } from '#pwa/format/counts.ts';
import type { Identified } from '#pwa/replica/hooks/use-identify.ts';
import { ScanLogRow } from '#pwa/scanning/scan-log.tsx';
import type { ScanFeedback } from '#pwa/scanning/use-verdict.ts';
import { DUE_HOURS, dueArg } from './due-hours.ts';
import { wrongScanMessage } from './wrong-scan-message.ts';

/** A check-out session as stored on this device. */
export const CheckOutSession = z.object({
  purpose: CheckOutPurpose,
  due: z.enum(DUE_HOURS).default('12'),
  list: z.array(z.string()).nullable(),
  found: z.array(z.string()),
  /** The tube that the next badge scan hands over. */
  last: z.object({ id: z.string(), barcode: z.string() }).nullable(),
  /** The box that must be scanned a second time before all its samples are checked out. */
  box: z.string().nullable(),
  rows: z.array(ScanLogRow),
});
export type CheckOutSession = z.infer<typeof CheckOutSession>;

export const EMPTY_CHECK_OUT: CheckOutSession = {
  purpose: 'BATCH',
  due: '12',
  list: null,
  found: [],
  last: null,
  box: null,
  rows: [],
};

/** The result of a scan at check-out: feedback alone, or with an operation. */
export interface CheckOutMove {
  change: Partial<CheckOutSession>;
  feedback: ScanFeedback | null;
  operation: (BenchCall & { done: string; code: string }) | null;
}

/** The data that a scan is evaluated against. */
export interface CheckOutFacts {
  userId: string;
  nameOf(userId: string | null): string;
  /** The number of samples in the scanned location. */
  sampleCount: number;
  repeat: boolean;
  /** True when the code was typed or selected instead of scanned. */
  typed: boolean;
}

const buildFeedback = (feedback: ScanFeedback, change: Partial<CheckOutSession> = {}): CheckOutMove => ({
  change,
  feedback,
  operation: null,
});

/**
 * Evaluate one scan: a sample is checked out, a box asks for a second scan, a badge takes over the sample
 * scanned before it.
 */
export function takeCheckOutScan(
  session: CheckOutSession,
  code: string,
  scannedItem: Identified,
  facts: CheckOutFacts,
): CheckOutMove {
  if (scannedItem.kind === 'sample') return takeSample(session, code, scannedItem.sample, facts);
  if (scannedItem.kind === 'container') return takeBox(session, scannedItem.container, facts);
  if (scannedItem.kind === 'person') {
    const { last } = session;
    if (!last)
      return buildFeedback({
        verdict: 'error',
        title: 'Scan the sample first, then the badge.',
        code: scannedItem.person.name,
      });
    return {
      change: { last: null, box: null },
      feedback: null,
      operation: {
        name: 'transfer-custody',
        args: { sampleId: last.id, toUserId: scannedItem.person.userId },
        done: `Now with ${scannedItem.person.name}`,
        code: last.barcode,
      },
    };
  }
  return buildFeedback(
    { verdict: 'error', title: wrongScanMessage(scannedItem, 'a sample or a box'), code },
    { box: null },
  );
}

function takeSample(
  session: CheckOutSession,
  code: string,
  sample: Sample,
  facts: CheckOutFacts,
): CheckOutMove {
  const last = { id: sample.id, barcode: sample.barcode };
  const codeField = { code: sample.barcode };
  if (sample.custodianUserId === facts.userId)
    return buildFeedback(
      {
        verdict: 'repeat',
        title: 'Already checked out to you.',
        ...codeField,
        detail: 'To hand it over, scan the badge of your colleague now.',
      },
      { last, box: null },
    );
  if (sample.custodianUserId !== null)
    return buildFeedback(
      {
        verdict: 'error',
        title: `Sample ${sample.barcode} is checked out to ${facts.nameOf(sample.custodianUserId)}.`,
        ...codeField,
        detail: 'If you take it over, scan your own badge now.',
      },
      { last, box: null },
    );
  const isListed =
    session.list === null || session.list.some((one) => one === sample.barcode || one === code);
  if (!isListed)
    return buildFeedback(
      {
        verdict: 'error',
        title: 'Not on the list.',
        ...codeField,
        detail: 'Nothing was checked out. Put it back, or remove the list.',
      },
      { last: null, box: null },
    );
  const listedCode = session.list?.find((one) => one === sample.barcode || one === code);
  return {
    change: { last, box: null, ...(listedCode ? { found: [...session.found, listedCode] } : {}) },
    feedback: null,
    operation: {
      name: 'check-out-sample',
      args: { sampleId: sample.id, purpose: session.purpose, ...dueArg(session.due), typed: facts.typed },
      done: 'Checked out to you',
      code: sample.barcode,
    },
  };
}

function takeBox(session: CheckOutSession, container: StorageManagement, facts: CheckOutFacts): CheckOutMove {
  if (!holdsPositions(container.type))
    return buildFeedback({ verdict: 'error', title: `Scan a box or a sample, not ${container.name}.` });
  if (facts.sampleCount === 0)
    return buildFeedback({ verdict: 'error', title: `${container.name} holds no samples.` });
  if (session.box !== container.id || facts.repeat)
    return buildFeedback(
      {
        verdict: 'warning',
        title: `Scan ${container.name} once more`,
        detail:
          facts.sampleCount === 1
            ? 'Then the one sample in it is checked out to you.'
            : `Then all ${facts.sampleCount} samples in it are checked out to you.`,
      },
      { box: container.id, last: null },
    );
  return {
    change: { box: null, last: null },
    feedback: null,
    operation: {
      name: 'check-out-container',
      args: { containerId: container.id, purpose: session.purpose, ...dueArg(session.due) },
      done: `${countOf(facts.sampleCount, 'sample')} of ${container.name} checked out to you`,
      code: container.barcode ?? container.name,
    },
  };
}
