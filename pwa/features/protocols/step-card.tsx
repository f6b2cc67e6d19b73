import { Check, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { z } from 'zod';
import { takesSeveralLots, valueKey } from '#db/protocols/current-values.ts';
import type { Field } from '#db/protocols/field.ts';
import type { Step } from '#db/protocols/step.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Checkbox } from '#pwa/ui/form/checkbox.tsx';
import { Field as LabelledField } from '#pwa/ui/form/field.tsx';
import { BalancingSummaries } from './balancing-summaries.tsx';
import { kindOf } from './column-kind.ts';
import { getDisplayValue } from './display-values.ts';
import { LotList } from './lot-list.tsx';
import type { SampleValuesProps } from './proposed-columns.tsx';
import { acceptedEntries, proposalOf, proposedText } from './proposed-values.ts';
import { SampleValues } from './sample-values.tsx';
import { unitOf } from './section-view.ts';
import { StepTimer } from './step-timer.tsx';
import { ValueInput } from './value-input.tsx';
import { ValuePicture } from './value-picture.tsx';

const Tick = z.object({ by: z.string(), occurredAt: z.string() });

type StepCardProps = Omit<SampleValuesProps, 'onActive'> & {
  step: Step;
  onActive(cell: { rowId: string | null; fieldId: string }): void;
  onTick(stepId: string, done: boolean): void;
};

function hintOf(field: Field, note: string | null): string | null {
  const range = field.min !== null && field.max !== null ? `${field.min} to ${field.max}` : null;
  return [note, field.helpText, range].filter(Boolean).join(' · ') || null;
}

/** A field that is recorded once for the batch. */
function BatchValue({ field, ...props }: StepCardProps & { field: Field }) {
  const { view, values, recording, onActive } = props;
  const pendingText = recording.pendingTexts.get(valueKey(field.id, null));
  const displayValue = getDisplayValue(values, field.id, null);
  const proposal = proposalOf(view, field);
  const proposed = proposal && acceptedEntries(props, field, proposal).length > 0 ? proposal : null;
  const danger = pendingText?.problem ?? (displayValue.tone === 'danger' ? displayValue.note : null);
  return (
    <div data-tone={danger === null && displayValue.tone === 'warning' ? 'warning' : undefined}>
      <LabelledField
        label={field.label}
        required={field.required}
        error={danger}
        hint={hintOf(field, proposed ? proposedText(proposed) : danger === null ? displayValue.note : null)}
        // The proposal's space is reserved, so that nothing moves when it is accepted.
        labelAddon={
          proposal === null
            ? undefined
            : proposed && (
                <Button
                  icon={Check}
                  aria-label={`Use ${proposed.displayText} for ${field.label}`}
                  onClick={() => void recording.record(acceptedEntries(props, field, proposed))}
                >
                  {`Use ${proposed.displayText}`}
                </Button>
              )
        }
      >
        {(control) => (
          <ValueInput
            {...control}
            label={field.label}
            kind={kindOf(field)}
            unit={unitOf(view, field)}
            value={pendingText?.text ?? displayValue.value}
            readOnly={view.lockedText !== null}
            onFocus={() => onActive({ rowId: null, fieldId: field.id })}
            onCommit={(text, baseline) =>
              void recording.record([
                { fieldId: field.id, rowId: null, text, inputMethod: 'TYPED', baseline },
              ])
            }
          />
        )}
      </LabelledField>
    </div>
  );
}

/** Tick a step; the tick is shown at once, and its user as soon as it is recorded. */
function StepTick({ tick, step, view, onTick }: StepCardProps & { tick: z.infer<typeof Tick> | undefined }) {
  const [optimisticDone, setOptimisticDone] = useState<boolean | null>(null);
  return (
    <Checkbox
      label={tick ? `Done by ${tick.by}, ${formatDate(tick.occurredAt, 'shortAtTime')}` : 'Done'}
      value={optimisticDone ?? tick !== undefined}
      disabled={view.lockedText !== null}
      onChange={(done) => {
        setOptimisticDone(done);
        onTick(step.id, done);
      }}
    />
  );
}

/** One step: instructions, warnings, timer, and the values that it records. */
export function StepCard(props: StepCardProps) {
  const { step, view, fields } = props;
  const tick = Tick.safeParse(view.run.assigned.stepTicks[step.id]).data;
  const batchFields = fields.filter((one) => one.scope === 'PER_BATCH');
  const sampleFields = fields.filter((one) => one.scope === 'PER_SAMPLE');
  return (
    <section aria-labelledby={`step-${step.id}`} className="panel min-w-0 p-3 md:p-4">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-1">
        <h2 id={`step-${step.id}`} className="min-w-0 flex-1 font-semibold text-lg">
          <span className="text-ink-soft tabular-nums">{`${step.order}. `}</span>
          {step.title}
        </h2>
        <StepTick key={String(tick !== undefined)} tick={tick} {...props} />
      </div>
      <div className="mt-1 flex flex-col gap-3">
        {step.instructions && <p className="max-w-prose whitespace-pre-line">{step.instructions}</p>}
        {step.caution && (
          <p
            data-tone="warning"
            className="flex items-start gap-2 rounded-lg border border-tone-line bg-tone-soft px-3 py-2 font-medium text-tone-ink"
          >
            <TriangleAlert aria-hidden size={20} className="mt-0.5 shrink-0" />
            <span>
              <span className="sr-only">Caution: </span>
              {step.caution}
            </span>
          </p>
        )}
        {step.timerSeconds !== null && (
          <StepTimer name={`${view.run.assigned.id}:${step.id}`} seconds={step.timerSeconds} />
        )}
        {batchFields.length > 0 && (
          <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
            {batchFields.map((field) =>
              takesSeveralLots(field) ? (
                <LotList key={field.id} {...props} field={field} />
              ) : (
                <BatchValue key={field.id} {...props} field={field} />
              ),
            )}
          </div>
        )}
        {sampleFields.length > 0 && <SampleValues {...props} fields={sampleFields} />}
        <BalancingSummaries view={view} fields={sampleFields} />
        {sampleFields.length > 0 && view.run.rows.length > 1 && (
          <ValuePicture view={view} fields={sampleFields} values={props.values} />
        )}
      </div>
    </section>
  );
}
