import { zodResolver } from '@hookform/resolvers/zod';
import { type KeyboardEvent, type ReactNode, useContext, useEffect, useId } from 'react';
import { type DefaultValues, type FieldValues, FormProvider, useForm, useFormState } from 'react-hook-form';
import type { z } from 'zod';
import { MESSAGES } from '#db/errors/messages.ts';
import { Button, type ButtonProps } from '#pwa/ui/button.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { useScanGuard } from '#pwa/ui/dialog/use-scan-guard.ts';
import { DirtyContext } from './dirty-context.ts';

/** Move the focus to the next enabled input; it stays on the last one. */
function focusNextField(form: HTMLElement, from: Element): void {
  const fields = [
    ...form.querySelectorAll<HTMLElement>(
      'input:not([type=hidden]):not(:disabled), select:not(:disabled), textarea:not(:disabled)',
    ),
  ];
  const next = fields[fields.findIndex((field) => field.isSameNode(from)) + 1];
  next?.focus();
  if (next instanceof HTMLInputElement) next.select();
}

// The field supplies the text of errors for which the schema has none.
const OWN_TEXTS_ONLY = { error: () => '' };

interface FormProps<Input extends FieldValues, Output> {
  schema: z.ZodType<Output, Input>;
  defaults: DefaultValues<Input>;
  /** Sends the parsed values; the caller shows a rejection. */
  onSubmit(values: Output): Promise<void> | void;
  children: ReactNode;
  /** True only where nobody scans, for instance sign-in. */
  enterSubmits?: boolean;
  className?: string;
}

/** A form with the server's own schema. Enter goes to the next field, because a scanner ends every code with it. */
export function Form<Input extends FieldValues, Output>(props: FormProps<Input, Output>) {
  const {
    schema,
    defaults,
    onSubmit,
    children,
    enterSubmits = false,
    className = 'flex flex-col gap-4',
  } = props;
  const form = useForm<Input, unknown, Output>({
    resolver: zodResolver(schema, OWN_TEXTS_ONLY),
    defaultValues: defaults,
  });
  const report = useContext(DirtyContext);
  const id = useId();
  const { isDirty, isSubmitSuccessful } = form.formState;
  const dirty = isDirty && !isSubmitSuccessful;
  useEffect(() => {
    report(id, dirty);
    return () => report(id, false);
  }, [report, id, dirty]);
  const guard = useScanGuard();
  const enter = (event: KeyboardEvent<HTMLFormElement>): void => {
    const { target } = event;
    if (event.key !== 'Enter' || enterSubmits) return;
    if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return;
    const chosenFromList = event.defaultPrevented && target.getAttribute('role') === 'combobox';
    event.preventDefault();
    if (!chosenFromList) focusNextField(event.currentTarget, target);
  };
  return (
    <FormProvider {...form}>
      <form
        noValidate
        className={className}
        onKeyDownCapture={guard}
        onKeyDown={enter}
        onSubmit={form.handleSubmit(
          (values) => onSubmit(values),
          () => toast.error(MESSAGES.fixForm),
        )}
      >
        {children}
      </form>
    </FormProvider>
  );
}

/** The submit button of a form; busy while the form is being sent. */
export function SubmitButton({
  children,
  ...rest
}: { children: ReactNode } & Omit<ButtonProps, 'type' | 'busy'>) {
  const { isSubmitting } = useFormState();
  return (
    <Button variant="primary" {...rest} type="submit" busy={isSubmitting}>
      {children}
    </Button>
  );
}
