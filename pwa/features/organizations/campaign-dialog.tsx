import { z } from 'zod';
import { CampaignForm, CampaignTerms } from '#db/ordering/campaign-form.ts';
import type { ShownCampaign } from '#db/organizations/shown-company.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog.tsx';
import { Form } from '#pwa/ui/form/form.tsx';
import { FormField } from '#pwa/ui/form/form-field.tsx';
import { NumberInput } from '#pwa/ui/form/number-input.tsx';
import { SubmitButton } from '#pwa/ui/form/submit-button.tsx';
import { TextInput } from '#pwa/ui/form/text-input.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { cents } from './company-draft.ts';
import { errorText, useCompanyOperation } from './use-company.ts';

interface CampaignDialogProps {
  open: boolean;
  companyId: string;
  onClose(): void;
}

const Typed = z.preprocess(
  (typed: { code: string; name: string; kitFee: string }) => ({ ...typed, kitFee: cents(typed.kitFee) }),
  CampaignForm,
);

const TypedTerms = z.preprocess(
  (typed: { name: string; kitFee: string }) => ({ ...typed, kitFee: cents(typed.kitFee) }),
  CampaignTerms,
);

/** Fields of a campaign that can be changed later. */
function TermsFields() {
  return (
    <>
      <FormField name="name" label="Name" required empty="">
        {(control) => <TextInput {...control} maxLength={100} />}
      </FormField>
      <FormField
        name="kitFee"
        label="Fee for each collection kit"
        empty=""
        hint="Billed here too. Empty means that kits cost nothing."
      >
        {(control) => <NumberInput {...control} decimal unit="USD" />}
      </FormField>
    </>
  );
}

/** Adds a campaign that the organization pays for. */
export function CampaignDialog({ open, companyId, onClose }: CampaignDialogProps) {
  const operation = useCompanyOperation(companyId);
  return (
    <Dialog open={open} title="New campaign" onClose={onClose}>
      <Form
        schema={Typed}
        defaults={{ code: '', name: '', kitFee: '' }}
        onSubmit={async (data) => {
          const call = operation.mutateAsync({
            path: '/campaigns',
            method: 'POST',
            data,
            done: 'Campaign added',
          });
          await call.then(onClose, () => undefined);
        }}
      >
        {operation.error && <Notice tone="danger" title={errorText(operation.error)} />}
        <p>Orders of any organization that name the code cost it nothing; they are billed here.</p>
        <FormField name="code" label="Campaign code" required empty="">
          {(control) => <TextInput {...control} code maxLength={40} />}
        </FormField>
        <TermsFields />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Back</Button>
          <SubmitButton>Add campaign</SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}

interface CampaignTermsDialogProps {
  companyId: string;
  campaign: ShownCampaign;
  onClose(): void;
}

/** Edits the name and kit price of a campaign; its code is fixed. */
export function CampaignTermsDialog({ companyId, campaign, onClose }: CampaignTermsDialogProps) {
  const { id, code, name, kitFee } = campaign;
  const operation = useCompanyOperation(companyId);
  return (
    <Dialog open title={`Edit campaign ${code}`} onClose={onClose}>
      <Form
        schema={TypedTerms}
        defaults={{ name, kitFee: kitFee === null ? '' : (kitFee / 100).toFixed(2) }}
        onSubmit={async (data) => {
          const call = operation.mutateAsync({ path: `/campaigns/${id}`, data, done: 'Campaign changed' });
          await call.then(onClose, () => undefined);
        }}
      >
        {operation.error && <Notice tone="danger" title={errorText(operation.error)} />}
        <p>
          The fee holds for orders that are submitted from now on; those before keep theirs. The code stays,
          because orders name it.
        </p>
        <TermsFields />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Back</Button>
          <SubmitButton>Save changes</SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}
