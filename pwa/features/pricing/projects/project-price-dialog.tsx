import type { ProjectPriceChoices } from '#db/billing/shown-prices.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog.tsx';
import { Combobox } from '#pwa/ui/form/combobox.tsx';
import { Form } from '#pwa/ui/form/form.tsx';
import { FormField } from '#pwa/ui/form/form-field.tsx';
import { NumberInput } from '#pwa/ui/form/number-input.tsx';
import { SubmitButton } from '#pwa/ui/form/submit-button.tsx';
import { TextInput } from '#pwa/ui/form/text-input.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { errorText } from '../use-prices.ts';
import { ProjectPriceDraftSchema } from './project-price-draft.ts';
import { useProjectPriceOperations } from './use-project-prices.ts';

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
  const { propose } = useProjectPriceOperations();
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
        onSubmit={(price) => propose.mutateAsync(price).then(close, () => undefined)}
      >
        {propose.error && <Notice tone="danger" title={errorText(propose.error)} />}
        <ProjectServiceFields choices={choices} />
        <Terms />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={close}>Back</Button>
          <SubmitButton>Propose price</SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}
