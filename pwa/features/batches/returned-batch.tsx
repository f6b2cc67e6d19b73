import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { z } from 'zod';
import { hasCapability } from '#db/access/capabilities.ts';
import { currentSection } from '#db/protocols/sections/current-section.ts';
import { describeField } from '#db/values/field-types.ts';
import { Reason } from '#db/values/reason.ts';
import { countOf } from '#pwa/format/numbers.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { RefusedScan } from '#pwa/scanning/refused-scan.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { FormDialog } from '#pwa/ui/form/form.tsx';
import { fieldOf } from '#pwa/ui/form/schema-field.tsx';
import { BatchActionDialog } from './batch-action-dialog.tsx';
import type { BatchSection, BatchView } from './batch-view.ts';
import { type BatchAction, listBatchActions } from './list-batch-actions.ts';
import { useOperationSequence } from './use-operation-sequence.ts';

const ReopenForm = z.object({
  sectionId: describeField(z.string().min(1, 'Choose a section.'), 'Section'),
  reason: describeField(Reason, { label: 'Reason', input: 'area' }),
});
const ReopenField = fieldOf<typeof ReopenForm>();

/** Return the sections that a reopening opens, the last one first: each later one that is signed, too. */
function sectionsToReopen(sections: readonly BatchSection[], id: string): BatchSection[] {
  const at = sections.findIndex(({ assigned }) => assigned.id === id);
  const isDone = ({ status }: BatchSection): boolean =>
    status === 'COMPLETED' || status === 'AWAITING_REVIEW';
  return at < 0 ? [] : sections.slice(at).filter(isDone).reverse();
}

/** A dialog that reopens a section of a returned batch, with the later sections that it covers. */
function ReopenSectionDialog({ view, onClose }: { view: BatchView; onClose(): void }) {
  const { run, problem } = useOperationSequence();
  const done = view.sections.filter(
    ({ assigned }) => sectionsToReopen(view.sections, assigned.id).length > 0,
  );
  const last = done.at(-1);
  return (
    <FormDialog
      title={`Reopen a section of ${view.batch.julianId}?`}
      submitLabel="Reopen section"
      problem={problem}
      schema={ReopenForm}
      defaults={{ sectionId: last?.assigned.id ?? '' }}
      onSubmit={async ({ sectionId, reason }) => {
        const calls = sectionsToReopen(view.sections, sectionId).map(({ assigned: { id } }) => ({
          name: 'reopen-section' as const,
          args: { assignedSectionId: id, reason },
        }));
        if (await run(calls, `${countOf(calls.length, 'section')} reopened.`)) onClose();
      }}
      onClose={onClose}
    >
      <RefusedScan />
      <p>Later sections are reopened with it. Each is signed again; recorded values are kept.</p>
      <ReopenField
        name="sectionId"
        options={done.map(({ assigned, section }) => ({ value: assigned.id, label: section.name }))}
      />
      <ReopenField name="reason" rows={3} />
    </FormDialog>
  );
}

/** One thing to do about a returned batch, with what will follow. */
function Choice({ text, children }: { text: ReactNode; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {children}
      <span className="min-w-0 flex-1 basis-52">{text}</span>
    </li>
  );
}

const noop = (): void => undefined;

/** What this user may do about a returned batch (domain-lab 14): reopen, fail, reset, or answer. */
export function ReturnedChoices({ view }: { view: BatchView }) {
  const { actor } = useReplica();
  const [open, setOpen] = useState<BatchAction | 'reopen' | null>(null);
  const actions = listBatchActions(view, actor);
  const answer = actions.find(({ name }) => name === 'request-approval');
  const reset = actions.find(({ name }) => name === 'reset');
  const mayDecide = hasCapability(actor.role, 'decideQuality');
  const current = currentSection(view.sections);
  const params = { batchId: view.batch.id };
  const close = (): void => setOpen(null);
  return (
    <>
      {current && (
        <p className="mt-1">
          {`${current.section.name} is open again. `}
          <Link
            to="/lab/assigned-sections/$assignedSectionId"
            params={{ assignedSectionId: current.assigned.id }}
            className="inline-flex min-h-11 items-center font-semibold underline"
          >
            {`Open ${current.section.name}`}
          </Link>
        </p>
      )}
      {!answer && (
        <p className="mt-1">Next step: a lab manager answers and requests approval a second time.</p>
      )}
      {mayDecide && (
        <ul aria-label="Next steps" className="mt-2 flex flex-col gap-2">
          <Choice text="Correct its values and sign it again. The samples take over the new results.">
            <Button onClick={() => setOpen('reopen')}>Reopen section…</Button>
          </Choice>
          <Choice text="Select them. What was made of them is canceled; re-queue them or ask the customer.">
            <Link
              to="/lab/batches/$batchId"
              params={params}
              search={{ tab: 'samples' }}
              className="inline-flex min-h-11 items-center font-semibold underline"
            >
              Fail samples
            </Link>
          </Choice>
          {reset && (
            <Choice text="Cancels what was made. Every sample starts again from what is left.">
              <Button onClick={() => setOpen(reset)}>Reset batch…</Button>
            </Choice>
          )}
          {answer && (
            <Choice text={answer.note ?? 'Answer the reason. The director reviews the batch a second time.'}>
              <Button disabled={answer.note !== null} onClick={() => setOpen(answer)}>
                Request approval…
              </Button>
            </Choice>
          )}
        </ul>
      )}
      {open === 'reopen' && <ReopenSectionDialog view={view} onClose={close} />}
      {open !== null && open !== 'reopen' && open.name !== 'approve' && (
        <BatchActionDialog action={{ ...open, name: open.name }} view={view} onClose={close} onDone={noop} />
      )}
    </>
  );
}

/** Return what was done since the last return: reopened sections and failed samples; null when nothing was. */
export function textSinceReturn(view: BatchView): string | null {
  const since = view.events.find(({ type }) => type === 'BATCH_DIRECTOR_RETURNED')?.occurredAt;
  if (since === undefined) return null;
  const isSince = (at: string | null): boolean => at !== null && at >= since;
  return returnedWorkText(
    view.sections.filter(({ assigned }) => isSince(assigned.reopenedAt)).map(({ section }) => section.name),
    view.samples.filter(({ failedAt }) => isSince(failedAt)).map(({ barcode }) => barcode),
  );
}

/** Format reopened sections and failed samples of a returned batch; null when there are none. */
export function returnedWorkText(sections: readonly string[], failed: readonly string[]): string | null {
  const parts = [
    sections.length > 0 && `Reopened: ${sections.join(', ')}.`,
    failed.length > 0 && `Failed: ${failed.join(', ')}.`,
  ].filter(Boolean);
  return parts.length === 0 ? null : parts.join(' ');
}
