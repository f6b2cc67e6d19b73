import { Check, Pause, Play, TimerReset, TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { z } from 'zod';
import type { Field } from '#db/protocols/field.ts';
import type { Step } from '#db/protocols/section.ts';
import { isLive } from '#db/protocols/sections/section-run.ts';
import { currentValues, takesSeveralLots, valueKey } from '#db/protocols/values/current-values.ts';
import { balancingOf } from '#db/protocols/values/recalculate.ts';
import { stepHeadingId } from '#pwa/features/protocols/sections/missing-values.ts';
import { type SectionView, unitOf } from '#pwa/features/protocols/sections/section-view.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { useDraft } from '#pwa/replica/hooks/use-stored-draft.ts';
import { playScanTone } from '#pwa/scanning/scan-sound.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Checkbox } from '#pwa/ui/form/checkbox.tsx';
import { Field as LabelledField } from '#pwa/ui/form/field.tsx';
import {
  acceptedEntries,
  balancingSummary,
  getDisplayValue,
  proposalOf,
  proposedText,
} from './display-values.ts';
import { kindOf } from './entered-value.ts';
import { LotList } from './lot-list.tsx';
import type { SampleValuesProps } from './proposed-columns.tsx';
import { SampleValues } from './sample-values.tsx';
import { StepPictures } from './step-pictures.tsx';
import { ValueInput } from './value-input.tsx';
import { ValuePicture } from './value-picture.tsx';

/** The totals of each balancing. */
function BalancingSummaries({ view, fields }: { view: SectionView; fields: readonly Field[] }) {
  const { run } = view;
  const known = currentValues(run.values, run.fields);
  const texts = fields.flatMap((field) => {
    const balanced =
      field.calculationType === 'BALANCING'
        ? balancingOf(field, run.rows.filter(isLive), run.fields, known)
        : null;
    return (balanced && balancingSummary(field, balanced)) ?? [];
  });
  return texts.map((text) => (
    <p key={text} className="font-medium tabular-nums">
      {text}
    </p>
  ));
}

const Running = z.object({ endsAt: z.number().nullable(), leftMs: z.number() });
type Running = z.infer<typeof Running>;

const parse = (savedTimer: unknown): Running | undefined => Running.safeParse(savedTimer).data;

/** Format a duration as a clock: 9:05, or 1:02:03. */
function clockText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const pad = (n: number): string => String(n).padStart(2, '0');
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60), seconds % 60];
  return h > 0 ? `${h}:${pad(m)}:${pad(s)}` : `${m}:${pad(s)}`;
}

function useTick(running: boolean): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!running) return undefined;
    // oxlint-disable-next-line react/set-state-in-effect -- a countdown may start long after it was rendered
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, [running]);
  return now;
}

/** A countdown of a step; it survives a reload, and its end sounds and stays visible. */
function StepTimer({ name, seconds }: { name: string; seconds: number }) {
  const durationMs = seconds * 1000;
  const draft = useDraft<Running>(`timer:${name}`, { endsAt: null, leftMs: durationMs }, parse);
  const { endsAt, leftMs } = draft.value ?? { endsAt: null, leftMs: durationMs };
  const now = useTick(endsAt !== null);
  const remainingMs = endsAt === null ? leftMs : endsAt - now;
  const isOver = endsAt !== null && remainingMs <= 0;
  useEffect(() => {
    if (!isOver) return undefined;
    playScanTone('warning');
    const toneInterval = setInterval(() => playScanTone('warning'), 5000);
    return () => clearInterval(toneInterval);
  }, [isOver]);
  const start = (): void => void draft.save({ endsAt: Date.now() + leftMs, leftMs });
  const pause = (): void => void draft.save({ endsAt: null, leftMs: Math.max(0, remainingMs) });
  const reset = (): void => void draft.save({ endsAt: null, leftMs: durationMs });
  return (
    <div
      data-tone={isOver ? 'danger' : endsAt === null ? 'neutral' : 'progress'}
      className="flex flex-wrap items-center gap-3 rounded-lg border border-tone-line bg-tone-soft px-3 py-1.5 text-tone-ink"
    >
      <span role="timer" className="min-w-20 font-semibold text-2xl tabular-nums">
        {clockText(remainingMs)}
      </span>
      {isOver && (
        <span role="alert" className="font-semibold">
          Time is up
        </span>
      )}
      <span className="ml-auto flex gap-2">
        {endsAt === null ? (
          <Button icon={Play} onClick={start} disabled={leftMs <= 0}>
            {leftMs < durationMs ? 'Continue' : 'Start timer'}
          </Button>
        ) : (
          !isOver && (
            <Button icon={Pause} onClick={pause}>
              Pause
            </Button>
          )
        )}
        {(endsAt !== null || leftMs < durationMs) && (
          <Button icon={TimerReset} onClick={reset}>
            {isOver ? 'Stop' : 'Reset'}
          </Button>
        )}
      </span>
    </div>
  );
}

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
    <div
      data-field={field.id}
      data-tone={danger === null && displayValue.tone === 'warning' ? 'warning' : undefined}
    >
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
                  command="ACCEPT"
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
    <section aria-labelledby={stepHeadingId(step.id)} className="panel min-w-0 p-3 md:p-4">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-1">
        <h2
          id={stepHeadingId(step.id)}
          tabIndex={-1}
          className="min-w-0 outline-none flex-1 font-semibold text-lg"
        >
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
        <StepPictures pictures={step.pictures} />
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
