import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useRef } from 'react';
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
import type { WizardStep } from '#db/ordering/drafts/submit-problems.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { isStaleVersion } from './use-order-draft.ts';
import { problemsAt, type Saved, type StepProps, savedAfter } from './wizard-steps.ts';

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
