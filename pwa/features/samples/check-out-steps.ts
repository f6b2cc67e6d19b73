import { z } from 'zod';
import type { BenchCall } from '#db/bench-operations.ts';
import { CheckOutPurpose } from '#db/samples/check-out-purpose.ts';
import type { Sample } from '#db/samples/sample.ts';
import type { StorageManagement } from '#db/storage/storage-management.ts';
import { holdsPositions } from '#db/storage/storage-type.ts';
import { countOf } from '#pwa/format/counts.ts';
import type { Identified } from '#pwa/replica/hooks/use-identify.ts';
import { ScanLogRow } from '#pwa/scanning/scan-log.tsx';
import type { Said } from '#pwa/scanning/use-verdict.ts';
import { DUE_HOURS, dueArg } from './due-hours.ts';
import { whatElse } from './what-else.ts';

/** A check-out session as it is kept on this device. */
export const CheckOutSession = z.object({
  purpose: CheckOutPurpose,
  due: z.enum(DUE_HOURS).default('12'),
  list: z.array(z.string()).nullable(),
  found: z.array(z.string()),
  /** The tube that a badge, scanned next, is about. */
  last: z.object({ id: z.string(), barcode: z.string() }).nullable(),
  /** The box that must be scanned once more before all that is in it is taken. */
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

/** What a scan at check-out means: an answer alone, or an act of the lab. */
export interface CheckOutMove {
  change: Partial<CheckOutSession>;
  say: Said | null;
  act: (BenchCall & { done: string; code: string }) | null;
}

/** What a scan is judged by. */
export interface CheckOutFacts {
  userId: string;
  nameOf(userId: string | null): string;
  /** How many samples the scanned place holds. */
  held: number;
  repeat: boolean;
  /** Typed or chosen instead of scanned. */
  typed: boolean;
}

const tell = (say: Said, change: Partial<CheckOutSession> = {}): CheckOutMove => ({ change, say, act: null });

/** One scan at check-out: a sample is taken, a box asks once more, a badge takes over the sample scanned before. */
export function takeCheckOutScan(
  session: CheckOutSession,
  code: string,
  found: Identified,
  facts: CheckOutFacts,
): CheckOutMove {
  if (found.kind === 'sample') return takeSample(session, code, found.sample, facts);
  if (found.kind === 'container') return takeBox(session, found.container, facts);
  if (found.kind === 'person') {
    const { last } = session;
    if (!last)
      return tell({
        verdict: 'error',
        title: 'Scan the sample first, then the badge.',
        code: found.person.name,
      });
    return {
      change: { last: null, box: null },
      say: null,
      act: {
        name: 'transfer-custody',
        args: { sampleId: last.id, toUserId: found.person.userId },
        done: `Now with ${found.person.name}`,
        code: last.barcode,
      },
    };
  }
  return tell({ verdict: 'error', title: whatElse(found, 'a sample or a box'), code }, { box: null });
}

function takeSample(
  session: CheckOutSession,
  code: string,
  sample: Sample,
  facts: CheckOutFacts,
): CheckOutMove {
  const last = { id: sample.id, barcode: sample.barcode };
  const named = { code: sample.barcode };
  if (sample.custodianUserId === facts.userId)
    return tell(
      {
        verdict: 'repeat',
        title: 'Already checked out to you.',
        ...named,
        detail: 'To hand it over, scan the badge of your colleague now.',
      },
      { last, box: null },
    );
  if (sample.custodianUserId !== null)
    return tell(
      {
        verdict: 'error',
        title: `Sample ${sample.barcode} is checked out to ${facts.nameOf(sample.custodianUserId)}.`,
        ...named,
        detail: 'If you take it over, scan your own badge now.',
      },
      { last, box: null },
    );
  const listed = session.list === null || session.list.some((one) => one === sample.barcode || one === code);
  if (!listed)
    return tell(
      {
        verdict: 'error',
        title: 'Not on the list.',
        ...named,
        detail: 'Nothing was checked out. Put it back, or remove the list.',
      },
      { last: null, box: null },
    );
  const wanted = session.list?.find((one) => one === sample.barcode || one === code);
  return {
    change: { last, box: null, ...(wanted ? { found: [...session.found, wanted] } : {}) },
    say: null,
    act: {
      name: 'check-out-sample',
      args: { sampleId: sample.id, purpose: session.purpose, ...dueArg(session.due), typed: facts.typed },
      done: 'Checked out to you',
      code: sample.barcode,
    },
  };
}

function takeBox(session: CheckOutSession, container: StorageManagement, facts: CheckOutFacts): CheckOutMove {
  if (!holdsPositions(container.type))
    return tell({ verdict: 'error', title: `Scan a box or a sample, not ${container.name}.` });
  if (facts.held === 0) return tell({ verdict: 'error', title: `${container.name} holds no samples.` });
  if (session.box !== container.id || facts.repeat)
    return tell(
      {
        verdict: 'warning',
        title: `Scan ${container.name} once more`,
        detail:
          facts.held === 1
            ? 'Then the one sample in it is checked out to you.'
            : `Then all ${facts.held} samples in it are checked out to you.`,
      },
      { box: container.id, last: null },
    );
  return {
    change: { box: null, last: null },
    say: null,
    act: {
      name: 'check-out-container',
      args: { containerId: container.id, purpose: session.purpose, ...dueArg(session.due) },
      done: `${countOf(facts.held, 'sample')} of ${container.name} checked out to you`,
      code: container.barcode ?? container.name,
    },
  };
}
