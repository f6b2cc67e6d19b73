import { Link } from '@tanstack/react-router';
import { RefreshCw } from 'lucide-react';
import { hasCapability } from '#db/access/capabilities.ts';
import { FAILED_SAMPLE_REASON } from '#db/samples/failing/failed-sample-reason.ts';
import { describeRepeats, type ProposedRepeat, repeatLabel } from '#db/samples/failing/repeat-label.ts';
import { useOperationSequence } from '#pwa/features/batches/use-operation-sequence.ts';
import { countOf } from '#pwa/format/numbers.ts';
import { joinSentences } from '#pwa/format/sentences.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { useOfflineLetter } from '#pwa/replica/hooks/use-offline-letter.ts';
import { useRuleRead } from '#pwa/replica/hooks/use-rule-read.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import type { HomeNotice } from './home-notices.tsx';

const PREVIEW_ROWS = 5;

/** The rules of failures, which only the home of people who plan batches needs. */
const loadRules = () => import('#db/samples/failing/proposed-repeats.ts');

function RepeatList({ repeats }: { repeats: readonly ProposedRepeat[] }) {
  const offlineLetter = useOfflineLetter();
  const { run, busy, problem } = useOperationSequence();
  return (
    <Notice
      tone="warning"
      title={`${countOf(repeats.length, 'failed sample')} ${repeats.length === 1 ? 'needs' : 'need'} a repeat`}
    >
      {problem && <p className="font-medium">{problem}</p>}
      <ul className="flex flex-col divide-y divide-tone-line">
        {repeats.slice(0, PREVIEW_ROWS).map((one) => {
          const { failed } = one;
          const call = {
            name: 'requeue-sample' as const,
            args: { sampleId: failed.id, childSuffixLetter: offlineLetter },
          };
          return (
            <li key={failed.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1.5">
              <span className="min-w-0 flex-1 basis-56">
                <Link
                  to="/lab/samples/$id"
                  params={{ id: failed.id }}
                  className="code inline-flex min-h-11 items-center font-semibold underline"
                >
                  {failed.barcode}
                </Link>
                <span className="block text-sm">
                  {joinSentences(
                    failed.failureReason && FAILED_SAMPLE_REASON[failed.failureReason],
                    describeRepeats([one]),
                  )}
                </span>
              </span>
              <Button
                icon={RefreshCw}
                busy={busy}
                aria-label={`${repeatLabel(one)}: ${failed.barcode}`}
                onClick={() => void run([call], `${failed.barcode} is re-queued.`)}
              >
                {repeatLabel(one)}
              </Button>
            </li>
          );
        })}
      </ul>
      {repeats.length > PREVIEW_ROWS && (
        <Link
          to="/lab/samples"
          search={{ status: 'FAILED_QC' }}
          className="inline-flex min-h-11 items-center font-semibold underline"
        >
          {`And ${repeats.length - PREVIEW_ROWS} more in the list`}
        </Link>
      )}
    </Notice>
  );
}

/** List the failures that propose a repeat, each with the button that carries it out; for people who plan batches. */
export function useProposedRepeatsNotice(isShown: boolean): HomeNotice {
  const { role } = useReplica().actor;
  const plans = isShown && hasCapability(role, 'planBatches');
  const repeats = useRuleRead(
    ['samples', 'batches', 'specimens', 'procedures'],
    `proposed repeats ${plans} ${role}`,
    async (tx) => (plans ? (await loadRules()).proposedRepeats(tx, role) : []),
  );
  if (repeats === undefined) return undefined;
  return repeats?.length ? <RepeatList repeats={repeats} /> : null;
}
