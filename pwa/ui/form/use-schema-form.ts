import { zodResolver } from '@hookform/resolvers/zod';
import { useContext, useEffect, useId, useState } from 'react';
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import type { z } from 'zod';
import { MESSAGES } from '#db/errors/messages.ts';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { problemOf } from '#pwa/ui/use-attempt.ts';
import { DirtyContext } from './dirty-context.ts';
import { emptyValues } from './field-shape.ts';

// The field supplies the text of errors for which the schema has none.
const OWN_TEXTS_ONLY = { error: () => '' };

/** What every form needs: its schema, its first values and what happens with the parsed ones. */
export interface SchemaFormProps<Input extends FieldValues, Output> {
  schema: z.ZodType<Output, Input>;
  /** The first values; fields that are left out start empty, as the schema has it. */
  defaults?: DefaultValues<Input>;
  /** Sends the parsed values. What it throws is shown in the form, which keeps its values. */
  onSubmit(values: Output): unknown;
  /** Fields that are emptied after each attempt, for instance a PIN. */
  secrets?: readonly Path<Input>[];
}

export interface SchemaForm<Input extends FieldValues, Output> {
  form: UseFormReturn<Input, unknown, Output>;
  /** The text of the last refusal, until the next attempt. */
  problem: string | null;
  submit(): void;
}

/** Run a form by its schema: validation, the guard of unsaved changes, and the state of sending. */
export function useSchemaForm<Input extends FieldValues, Output>(
  props: SchemaFormProps<Input, Output>,
): SchemaForm<Input, Output> {
  const { schema, defaults, onSubmit, secrets = [] } = props;
  const [problem, setProblem] = useState<string | null>(null);
  const form = useForm<Input, unknown, Output>({
    resolver: zodResolver(schema, OWN_TEXTS_ONLY),
    defaultValues: { ...emptyValues(schema), ...defaults } as DefaultValues<Input>,
  });
  const report = useContext(DirtyContext);
  const id = useId();
  const { isDirty, isSubmitSuccessful } = form.formState;
  const dirty = isDirty && !(isSubmitSuccessful && problem === null);
  useEffect(() => {
    report(id, dirty);
    return () => report(id, false);
  }, [report, id, dirty]);
  const send = async (values: Output): Promise<void> => {
    setProblem(null);
    try {
      await onSubmit(values);
    } catch (error) {
      setProblem(problemOf(error).message);
    } finally {
      for (const name of secrets) form.resetField(name);
    }
  };
  const submit = (): void => void form.handleSubmit(send, () => toast.error(MESSAGES.fixForm))();
  return { form, problem, submit };
}
