import { CircleAlert, CircleCheck, PenLine, UserCheck } from 'lucide-react';
import { useState } from 'react';
import { allowsSectionWork } from '#db/batches/batch-approval.ts';
import { focusMissing, type SectionProgress } from '#pwa/features/protocols/sections/missing-values.ts';
import type { SectionView } from '#pwa/features/protocols/sections/section-view.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { SignDialog, type SigningKind } from './sign-dialog.tsx';
import { reviewProblem, SIGNATURES, useUnsignedOperations } from './signing-panel.tsx';

const showReadiness = (): void => document.getElementById(SIGNATURES)?.scrollIntoView();

/** What is left before the signature; a press goes to the first missing value. */
function Missing({ view, progress }: { view: SectionView; progress: SectionProgress }) {
  const [first] = progress.cells;
  const [problem] = view.problems;
  if (first && progress.text)
    return (
      <Button icon={CircleAlert} onClick={() => focusMissing(first)}>
        {progress.text}
      </Button>
    );
  if (view.waiting !== null || !problem) return null;
  return (
    <Button icon={CircleAlert} onClick={showReadiness}>
      {view.problems.length === 1 ? '1 problem' : `${view.problems.length} problems`}
    </Button>
  );
}

/** True when the section can be signed, completed or reviewed here. */
export const hasSignBar = (view: SectionView): boolean =>
  view.lockedText === null || view.status === 'AWAITING_REVIEW';

/** The bar at the bottom of a section: what is missing, and the button that signs. */
export function SignBar({ view, progress }: { view: SectionView; progress: SectionProgress }) {
  const { actor } = useReplica();
  const [dialog, setDialog] = useState<SigningKind | null>(null);
  const { complete } = useUnsignedOperations(view.run.assigned.id);
  const { section } = view.run.running;
  const unsigned = !section.requiresSignature && !section.requiresReview;
  const ready =
    view.lockedText === null &&
    view.waiting === null &&
    view.problems.length === 0 &&
    allowsSectionWork(view.run.batch);
  const completeSection = async (): Promise<void> => {
    const problem = await complete();
    if (problem !== null) toast.error(problem);
  };
  return (
    <>
      {view.lockedText === null && <Missing view={view} progress={progress} />}
      {view.lockedText === null && (
        <Button
          variant="primary"
          icon={unsigned ? CircleCheck : PenLine}
          command={['NEXT', 'OK']}
          disabled={!ready}
          onClick={() => (unsigned ? void completeSection() : setDialog('sign'))}
        >
          {unsigned ? 'Complete section' : view.untrained === null ? 'Sign section' : 'Sign with a colleague'}
        </Button>
      )}
      {view.status === 'AWAITING_REVIEW' && (
        <Button
          variant="primary"
          icon={UserCheck}
          disabled={reviewProblem(view, actor) !== null}
          onClick={() => setDialog('review')}
        >
          Review section
        </Button>
      )}
      {dialog && <SignDialog view={view} kind={dialog} onClose={() => setDialog(null)} />}
    </>
  );
}
