import { zodResolver } from '@hookform/resolvers/zod';
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import type { z } from 'zod';
import { AppError } from '#db/errors/app-error.ts';
import { DraftChanges } from '#db/ordering/drafts/draft-form.ts';
import type { ShownDraft } from '#db/ordering/drafts/shown-draft.ts';
import { stepsOf, type WizardStep } from '#db/ordering/drafts/submit-problems.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { type DraftOperations, isStaleVersion } from './use-order-draft.ts';

/** Titles of the steps. */
export const STEP_TITLE: Record<WizardStep, { mark: string; title: string; lead: string }> = {
  service: { mark: 'Service', title: 'Service', lead: 'Choose what the lab does.' },
  details: { mark: 'Details', title: 'Details', lead: 'Project and payment.' },
  specimens: { mark: 'Specimens', title: 'Specimens', lead: 'Enter specimens or upload a file.' },
  'data-use': {
    mark: 'Data use',
    title: 'Data use',
    lead: 'Data rights, retention and leftover material.',
  },
  shipping: {
    mark: 'Shipping',
    title: 'Shipping',
    lead: 'Shipping method and address.',
  },
  review: { mark: 'Review', title: 'Review and submit', lead: 'Check the order and submit it.' },
};

/** Title of a step in this order: a continuing order sends nothing. */
export const titleOf = ({ source }: Pick<ShownDraft, 'source'>, step: WizardStep) =>
  source && step === 'specimens'
    ? { ...STEP_TITLE.specimens, lead: 'The specimens of the earlier order that the work continues with.' }
    : STEP_TITLE[step];

/** The step before or after another of this order; undefined at the ends. */
export function adjacentStep({ order }: Pick<ShownDraft, 'order'>, step: WizardStep, by: 1 | -1) {
  const steps = stepsOf(order);
  return steps[steps.indexOf(step) + by];
}

/** Find the step at which a draft opens: the first with a gap. */
export const firstOpenStep = ({ order, problems }: Pick<ShownDraft, 'order' | 'problems'>): WizardStep =>
  stepsOf(order).find((step) => problems.some((problem) => problem.step === step)) ?? 'review';

/** List what is missing at a step. */
export const problemsAt = ({ problems }: Pick<ShownDraft, 'problems'>, step: WizardStep) =>
  problems.filter((problem) => problem.step === step);

/**
 * Result of saving a step: true continues, false is a problem at the step, 'stay' would lose typed values.
 */
export type Saved = boolean | 'stay';

/** Map a failed save to its result: offline the user stays, since the next step could not load either. */
export const savedAfter = (error: unknown): Saved =>
  error instanceof AppError && error.code === 'UNAVAILABLE' ? 'stay' : false;

/** The function that saves a step before it is left. */
export type Saver = RefObject<(() => Promise<Saved>) | null>;

/** Props of every step. */
export interface StepProps {
  draft: ShownDraft;
  operations: DraftOperations;
  saver: Saver;
  /** True to show missing values at their fields. */
  isVisited: boolean;
}

/** Pick the values of a form that can be saved. */
function savablePart<Values extends FieldValues>(
  schema: z.ZodType<DraftChanges, Values>,
  values: Values,
): DraftChanges {
  const parsed = schema.safeParse(values);
  if (parsed.success) return parsed.data;
  const wrong = new Set(parsed.error.issues.map(({ path }) => String(path[0])));
  const rest = Object.fromEntries(Object.entries(values).filter(([name]) => !wrong.has(name)));
  return DraftChanges.safeParse(rest).data ?? {};
}

/** Connects a step to the continue button, and saves what can be saved when its page is left. */
export function useSaver(saver: Saver, save: (leaving: boolean) => Promise<Saved>): void {
  const saveNow = useEffectEvent(save);
  useEffect(() => {
    const saveStep = () => saveNow(false);
    // oxlint-disable-next-line react/immutability -- a ref of the wizard, which calls it on Continue
    saver.current = saveStep;
    const hidden = (): void => {
      if (document.visibilityState === 'hidden') void saveNow(true);
    };
    document.addEventListener('visibilitychange', hidden);
    return () => {
      document.removeEventListener('visibilitychange', hidden);
      if (saver.current === saveStep) saver.current = null;
      void saveNow(true);
    };
  }, [saver]);
}

function showFieldErrors<Values extends FieldValues>(
  form: UseFormReturn<Values, unknown, DraftChanges>,
  error: unknown,
): void {
  if (!(error instanceof AppError)) return;
  // Server and form use the same field names.
  for (const { path, message } of error.issues)
    form.setError(path.replace(/^changes\./, '') as Path<Values>, { message });
}

/** Shows a missing value at its field until it is filled in. */
function useFieldGaps<Values extends FieldValues>(
  form: UseFormReturn<Values, unknown, DraftChanges>,
  gaps: string,
): void {
  const flagged = useRef<readonly Path<Values>[]>([]);
  useEffect(() => {
    const now = gaps
      .split('\n\n')
      .filter(Boolean)
      .map((gap) => gap.split('\n'))
      .map(([field = '', message = '']) => ({ field: field as Path<Values>, message }));
    const filled = flagged.current.filter((field) => now.every((gap) => gap.field !== field));
    for (const field of filled)
      if (form.getFieldState(field).error?.type === 'missing') form.clearErrors(field);
    for (const { field, message } of now) form.setError(field, { type: 'missing', message });
    flagged.current = now.map(({ field }) => field);
  }, [form, gaps]);
}

interface StepForm<Values extends FieldValues> extends StepProps {
  step: WizardStep;
  schema: z.ZodType<DraftChanges, Values>;
  valuesOf(draft: ShownDraft): Values;
}

/**
 * The form of a step. Values are saved when a field is left, so that the price updates; a field that cannot
 * be saved keeps its error and keeps the user at the step. Untouched fields show what a colleague saved
 * meanwhile.
 */
export function useStepForm<Values extends FieldValues>(props: StepForm<Values>) {
  const { draft, operations, isVisited: flagged, step, schema, valuesOf } = props;
  const form = useForm<Values, unknown, DraftChanges>({
    resolver: zodResolver(schema),
    // A field is checked when it is left, and then with each letter.
    mode: 'onTouched',
    // The form is filled from a whole draft: every field has a value.
    defaultValues: valuesOf(draft) as DefaultValues<Values>,
  });
  const baseline = useRef(draft);
  useEffect(() => {
    if (baseline.current === draft) return;
    baseline.current = draft;
    form.reset(valuesOf(draft), { keepDirtyValues: true, keepErrors: true });
  }, [draft, form, valuesOf]);
  const missing = flagged ? problemsAt(draft, step) : [];
  const gaps = missing.map(({ field, message }) => `${field}\n${message}`).join('\n\n');
  useFieldGaps(form, gaps);

  const send = async (changes: DraftChanges): Promise<Saved> => {
    const sentValues = JSON.stringify(form.getValues());
    try {
      const saved = await operations.save(changes);
      const typed = form.getValues();
      // Values that cannot be saved stay as typed until they are corrected.
      if (JSON.stringify(typed) === sentValues && schema.safeParse(typed).success)
        form.reset(valuesOf(saved), { keepErrors: true });
      return true;
    } catch (error) {
      showFieldErrors(form, error);
      if (!isStaleVersion(error)) toast.error(errorText(error));
      return savedAfter(error);
    }
  };
  const savePart = (): Promise<Saved> => send(savablePart(schema, form.getValues()));
  const saveAll = async (): Promise<Saved> => {
    if (schema.safeParse(form.getValues()).success) return savePart();
    await form.trigger(undefined, { shouldFocus: true });
    return false;
  };
  return { form, savePart, saveAll };
}
