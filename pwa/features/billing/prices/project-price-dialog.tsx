import { z } from 'zod';
import { setProjectPrice } from '#db/api/billing/project-prices.ts';
import { ProjectPriceForm } from '#db/billing/prices/price-form.ts';
import type { ProjectPriceChoices } from '#db/billing/prices/shown-prices.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { useCallMutation, useInvalidation } from '#pwa/api/use-call.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog/dialog.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { Combobox } from '#pwa/ui/form/combobox.tsx';
import { Form, SubmitButton } from '#pwa/ui/form/form.tsx';
import { FormField } from '#pwa/ui/form/form-field.tsx';
import { NumberInput } from '#pwa/ui/form/number-input.tsx';
import { TextInput } from '#pwa/ui/form/text-input.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { centsOf } from './price-rows.ts';

/** A project price as form values. */
interface ProjectPriceDraft extends Record<string, unknown> {
  projectId: string;
  protocolId: string;
  amount: string;
  effectiveFrom: string;
  effectiveTo: string;
  maxSpecimens: string;
}

const NOT_CHOSEN: Record<string, string> = {
  projectId: 'Choose a project.',
  protocolId: 'Choose a protocol.',
};

/** Parse the form values into a request. */
const ProjectPriceDraftSchema = z
  .custom<ProjectPriceDraft>()
  .transform((draft, context): ProjectPriceForm => {
    const { effectiveFrom, effectiveTo, maxSpecimens } = draft;
    const parsed = ProjectPriceForm.safeParse({
      projectId: draft.projectId,
      protocolId: draft.protocolId,
      amount: centsOf(draft.amount),
      effectiveFrom,
      effectiveTo: effectiveTo === '' ? null : effectiveTo,
      maxSpecimens: maxSpecimens === '' ? null : Number(maxSpecimens),
    });
    const ends = effectiveTo !== '' && effectiveTo < effectiveFrom;
    if (parsed.success && !ends) return parsed.data;
    for (const { path, message } of parsed.error?.issues ?? [])
      context.addIssue({
        code: 'custom',
        path: path.slice(0, 1),
        message: NOT_CHOSEN[String(path[0])] ?? message,
      });
    if (ends)
      context.addIssue({
        code: 'custom',
        path: ['effectiveTo'],
        message: 'The last day cannot be before the first.',
      });
    return z.NEVER;
  });

function ProjectServiceFields({ choices: { projects, protocols } }: { choices: ProjectPriceChoices }) {
  return (
    <>
      <FormField name="projectId" label="Project" required empty="">
        {(control) => (
          <Combobox
            {...control}
            options={projects.map(({ id, name, companyName }) => ({
              value: id,
              label: name,
              note: companyName,
            }))}
          />
        )}
      </FormField>
      <FormField name="protocolId" label="Protocol" required empty="">
        {(control) => (
          <Combobox
            {...control}
            options={protocols.map(({ id, name, code }) => ({ value: id, label: name, note: code }))}
          />
        )}
      </FormField>
    </>
  );
}

function Terms() {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField name="amount" label="Each specimen" required empty="">
          {(control) => <NumberInput {...control} decimal unit="USD" />}
        </FormField>
        <FormField
          name="maxSpecimens"
          label="At most"
          empty=""
          hint="Over all orders of the project. Empty is any number."
        >
          {(control) => <NumberInput {...control} unit="specimens" />}
        </FormField>
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField name="effectiveFrom" label="First day" required empty="">
          {(control) => <TextInput {...control} type="date" />}
        </FormField>
        <FormField name="effectiveTo" label="Last day" empty="" hint="Empty holds until it is ended.">
          {(control) => <TextInput {...control} type="date" />}
        </FormField>
      </div>
    </>
  );
}

interface ProjectPriceDialogProps {
  choices: ProjectPriceChoices;
  open: boolean;
  onClose(): void;
}

/** Proposes the price of one specimen of a protocol within a project. */
export function ProjectPriceDialog({ choices, open, onClose }: ProjectPriceDialogProps) {
  const invalidate = useInvalidation();
  const propose = useCallMutation(setProjectPrice, {
    onSuccess: ({ message }) => toast.success(message || 'Project price set'),
  });
  const close = () => {
    propose.reset();
    onClose();
  };
  return (
    <Dialog open={open} title="Propose project price" onClose={close}>
      <Form
        schema={ProjectPriceDraftSchema}
        defaults={{
          projectId: '',
          protocolId: '',
          amount: '',
          effectiveFrom: choices.day,
          effectiveTo: '',
          maxSpecimens: '',
        }}
        onSubmit={(body) => propose.mutateAsync({ body }).then(close, () => invalidate([setProjectPrice]))}
      >
        {propose.error && <Notice tone="danger" title={errorText(propose.error)} />}
        <ProjectServiceFields choices={choices} />
        <Terms />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={close}>Cancel</Button>
          <SubmitButton>Propose price</SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}
