import { zodResolver } from '@hookform/resolvers/zod';
import { type KeyboardEvent, type ReactNode, useContext, useEffect, useId, useState } from 'react';
import {
  type DefaultValues,
  type FieldValues,
  FormProvider,
  type Path,
  type UseFormReturn,
  useForm,
  useFormState,
} from 'react-hook-form';
import type { z } from 'zod';
import { MESSAGES } from '#db/errors/messages.ts';
import { Button, type ButtonProps } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog/dialog.tsx';
import type { DialogProps } from '#pwa/ui/dialog/dialog-window.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { useScanGuard } from '#pwa/ui/dialog/use-scan-guard.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import { problemOf } from '#pwa/ui/use-attempt.ts';
import { DirtyContext } from './dirty-context.ts';
import { emptyValues } from './field-shape.ts';
import { SchemaContext } from './schema-field.tsx';

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
  /** True where the first values return after each success, for the next entry. */
  resetAfterSubmit?: boolean;
  /** True checks a field when it is left, and then with each letter; else the first attempt checks. */
  checksTyping?: boolean;
}

interface SchemaForm<Input extends FieldValues, Output> {
  form: UseFormReturn<Input, unknown, Output>;
  /** The text of the last refusal, until the next attempt. */
  problem: string | null;
  submit(): void;
}

/** Run a form by its schema: validation, the guard of unsaved changes, and the state of sending. */
function useSchemaForm<Input extends FieldValues, Output>(
  props: SchemaFormProps<Input, Output>,
): SchemaForm<Input, Output> {
  const { schema, defaults, onSubmit, secrets = [], resetAfterSubmit = false, checksTyping = false } = props;
  const [problem, setProblem] = useState<string | null>(null);
  const form = useForm<Input, unknown, Output>({
    resolver: zodResolver(schema, OWN_TEXTS_ONLY),
    ...(checksTyping ? { mode: 'onTouched' as const } : {}),
    // The empty values come from the schema that gives the values their type.
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
  const { reset } = form;
  useEffect(() => {
    if (resetAfterSubmit && isSubmitSuccessful && problem === null) reset();
  }, [resetAfterSubmit, isSubmitSuccessful, problem, reset]);
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

interface FormElementProps {
  id?: string | undefined;
  schema: z.core.$ZodType;
  submit(): void;
  enterSubmits?: boolean | undefined;
  className?: string | undefined;
  problem: string | null;
  children: ReactNode;
}

/** The form element: Enter goes to the next field, because a scanner ends every code with it. */
function FormElement({
  id,
  schema,
  submit,
  enterSubmits = false,
  className,
  problem,
  children,
}: FormElementProps) {
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
    <form
      id={id}
      noValidate
      className={className ?? 'flex flex-col gap-4'}
      onKeyDownCapture={guard}
      onKeyDown={enter}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {problem && <Notice tone="danger" title={problem} />}
      <SchemaContext value={schema}>{children}</SchemaContext>
    </form>
  );
}

interface FormProps<Input extends FieldValues, Output> extends SchemaFormProps<Input, Output> {
  children: ReactNode;
  /** Lets a submit button outside of the form name it. */
  id?: string;
  /** True only where nobody scans, for instance sign-in. */
  enterSubmits?: boolean;
  className?: string;
}

/** A form in a page, with the server's own schema. */
export function Form<Input extends FieldValues, Output>(props: FormProps<Input, Output>) {
  const { form, problem, submit } = useSchemaForm(props);
  const { id, enterSubmits, className, children } = props;
  return (
    <FormProvider {...form}>
      <FormElement {...{ id, schema: props.schema, submit, enterSubmits, className, problem }}>
        {children}
      </FormElement>
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

interface FormDialogProps<Input extends FieldValues, Output>
  extends SchemaFormProps<Input, Output>,
    Pick<DialogProps, 'title' | 'size' | 'children' | 'onClose'> {
  /** False closes the dialog and forgets its values. */
  open?: boolean;
  /** The action: "Take aliquot", never "OK". A function names it by what was entered. */
  submitLabel: string | ((values: Input) => string);
  /** The label of the cancel button; null leaves it out. */
  backLabel?: string | null;
  /** Actions that need no input, before the one that sends it. */
  otherActions?: ReactNode;
  danger?: boolean | undefined | ((values: Input) => boolean);
  icon?: ButtonProps['icon'];
  disabled?: boolean | undefined | ((values: Input) => boolean);
  /** A problem that did not come from sending. */
  problem?: string | null;
}

function FormWindow<Input extends FieldValues, Output>(props: FormDialogProps<Input, Output>) {
  const { form, problem, submit } = useSchemaForm(props);
  const { title, size, children, onClose, submitLabel, backLabel = 'Cancel', icon } = props;
  const { danger = false, disabled = false } = props;
  const { isSubmitting } = form.formState;
  // Only a dialog that depends on its input renders with every change.
  const read = <T extends string | boolean>(part: T | ((values: Input) => T)): T =>
    typeof part === 'function' ? part(form.watch()) : part;
  return (
    <FormProvider {...form}>
      <Dialog
        open
        {...{ title, onClose, ...(size ? { size } : {}) }}
        actions={
          <>
            {backLabel !== null && <Button onClick={onClose}>{backLabel}</Button>}
            {props.otherActions}
            <Button
              variant={read(danger) ? 'danger' : 'primary'}
              {...(icon ? { icon } : {})}
              busy={isSubmitting}
              disabled={read(disabled)}
              onClick={submit}
            >
              {read(submitLabel)}
            </Button>
          </>
        }
      >
        <FormElement schema={props.schema} submit={submit} problem={problem ?? props.problem ?? null}>
          {children}
        </FormElement>
      </Dialog>
    </FormProvider>
  );
}

/** A form in a dialog: only its own button submits, a scan never does. Closing forgets what was entered. */
export function FormDialog<Input extends FieldValues, Output>({
  open = true,
  ...props
}: FormDialogProps<Input, Output>) {
  return open ? <FormWindow {...props} /> : null;
}
