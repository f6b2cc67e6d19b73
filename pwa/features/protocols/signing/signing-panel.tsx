import { CircleCheck, RotateCcw, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { hasCapability } from '#db/access/capabilities.ts';
import type { Role } from '#db/access/roles.ts';
import { allowsSectionWork } from '#db/batches/batch-approval.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { validSignatures } from '#db/protocols/sections/current-section.ts';
import { signatureText } from '#db/protocols/signing/write-signature.ts';
import type { SectionView } from '#pwa/features/protocols/sections/section-view.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { useRunOperation } from '#pwa/replica/hooks/use-operation.ts';
import type { OperationResult } from '#pwa/replica/operations/run-operation.ts';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/dialog/confirm-dialog.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { SignatureLine } from '#pwa/ui/signing-fields.tsx';

const SHOWN_WELLS = 6;

/** Name the places of missing values: `Wells C1, D1 and 4 more.` */
const wellsText = (wells: readonly string[]): string => {
  const visibleWells = wells.slice(0, SHOWN_WELLS).join(', ');
  const more = wells.length > SHOWN_WELLS ? ` and ${wells.length - SHOWN_WELLS} more` : '';
  return `${wells.length === 1 ? 'Well' : 'Wells'} ${visibleWells}${more}.`;
};

/** List what is missing before the section can be signed, as the rule words it. */
function Readiness({ view }: { view: SectionView }) {
  if (view.lockedText !== null) return null;
  if (view.waiting !== null)
    return <p className="text-ink-soft">Signing is possible once it is no longer pending.</p>;
  if (view.problems.length === 0)
    return (
      <p data-tone="success" className="flex items-center gap-2 font-medium text-tone-ink">
        <CircleCheck aria-hidden size={20} /> Every required value is recorded.
      </p>
    );
  return (
    <ul aria-label="Before it can be signed" className="flex flex-col gap-1.5">
      {view.problems.map((problem) => (
        <li key={problem.message} data-tone="warning" className="flex items-start gap-2">
          <TriangleAlert aria-hidden size={18} className="mt-1 shrink-0 text-tone-ink" />
          <span>
            {problem.message}
            {problem.wells && problem.wells.length > 0 && (
              <span className="font-semibold">{` ${wellsText(problem.wells)}`}</span>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Signatures({ view }: { view: SectionView }) {
  const { assigned, signatures } = view.run;
  const currentIds = new Set(validSignatures(assigned, signatures).map((one) => one.id));
  if (signatures.length === 0) return null;
  return (
    <ul aria-label="Signatures" className="divide-y divide-line">
      {[...signatures]
        .sort((a, b) => (a.occurredAt < b.occurredAt ? -1 : 1))
        .map((one) => (
          <SignatureLine
            key={one.id}
            text={signatureText(one)}
            signature={one}
            {...(currentIds.has(one.id) ? {} : { voidText: 'Before it was reopened' })}
          />
        ))}
    </ul>
  );
}

/** Complete or reopen a section; both return why not, or null. */
export function useUnsignedOperations(assignedSectionId: string) {
  const runOperation = useRunOperation();
  const run = async (work: () => Promise<OperationResult>): Promise<string | null> => {
    try {
      const result = await work();
      return result.outcome === 'REJECTED' ? (result.message ?? MESSAGES.unknownError) : null;
    } catch (error) {
      return error instanceof AppError ? error.message : MESSAGES.unknownError;
    }
  };
  return {
    complete: () => run(() => runOperation('complete-section', { assignedSectionId })),
    reopen: (reason: string) => run(() => runOperation('reopen-section', { assignedSectionId, reason })),
  };
}

/** The id of the panel, to which the page leads. */
export const SIGNATURES = 'signatures';

/** Return why this user cannot review, or null. */
export function reviewProblem(view: SectionView, person: { userId: string; role: Role }) {
  const signed = validSignatures(view.run.assigned, view.run.signatures).find((one) => one.type === 'SIGNED');
  if (signed?.userId === person.userId) return 'The reviewer must be a different person.';
  if (!hasCapability(person.role, 'reviewSections'))
    return 'A lab tech, lab manager or director reviews this section.';
  return view.untrained === null || hasCapability(person.role, 'decideQuality')
    ? null
    : 'A tech who is trained on this procedure, a lab manager or a director reviews this section.';
}

/** The signatures of a section, what prevents the next one, and reopening. */
export function SigningPanel({ view }: { view: SectionView }) {
  const { actor } = useReplica();
  const [reopening, setReopening] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { reopen } = useUnsignedOperations(view.run.assigned.id);
  const { section } = view.run.running;
  const inProgress = allowsSectionWork(view.run.batch);
  const notReviewing = view.status === 'AWAITING_REVIEW' ? reviewProblem(view, actor) : null;
  const done = view.status === 'COMPLETED' || view.status === 'AWAITING_REVIEW';
  const unsigned = !section.requiresSignature && !section.requiresReview;
  if (view.lockedText !== null && !done && view.run.signatures.length === 0) return null;
  return (
    <Section title={unsigned ? 'Completion' : 'Signatures'}>
      <div className="flex flex-col gap-3">
        {problem && <Notice tone="danger" title={problem} />}
        <Readiness view={view} />
        {view.untrained !== null && !done && !unsigned && <Notice tone="warning" title={view.untrained} />}
        <Signatures view={view} />
        {notReviewing && <p className="text-ink-soft">{notReviewing}</p>}
        {view.lockedText === null && !inProgress && (
          <p className="text-ink-soft">The batch starts with its first value, or with Start batch.</p>
        )}
        <div className="flex flex-wrap gap-2 empty:hidden">
          {done && inProgress && hasCapability(actor.role, 'decideQuality') && (
            <Button icon={RotateCcw} onClick={() => setReopening(true)}>
              Reopen…
            </Button>
          )}
        </div>
      </div>
      <ConfirmDialog
        open={reopening}
        title={`Reopen ${section.name}?`}
        confirmLabel="Reopen the section"
        reasonRequired
        onConfirm={(reason) => {
          setReopening(false);
          void reopen(reason).then(setProblem);
        }}
        onClose={() => setReopening(false)}
      >
        <p>Its completion is void and it must be signed again. All signatures stay in the history.</p>
      </ConfirmDialog>
    </Section>
  );
}
