import { z } from 'zod';
import { CampaignForm } from '#db/ordering/campaign-form.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog.tsx';
import { Form } from '#pwa/ui/form/form.tsx';
import { FormField } from '#pwa/ui/form/form-field.tsx';
import { NumberInput } from '#pwa/ui/form/number-input.tsx';
import { SubmitButton } from '#pwa/ui/form/submit-button.tsx';
import { TextInput } from '#pwa/ui/form/text-input.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { cents } from './company-draft.ts';
import { errorText, useCompanyAct } from './use-company.ts';

interface CampaignDialogProps {
  open: boolean;
  companyId: string;
  onClose(): void;
}

const Typed = z.preprocess(
  (typed: { code: string; name: string; kitFee: string }) => ({ ...typed, kitFee: cents(typed.kitFee) }),
  CampaignForm,
);

/** Adds a campaign that the company pays for. */
export function CampaignDialog({ open, companyId, onClose }: CampaignDialogProps) {
  const act = useCompanyAct(companyId);
  return (
    <Dialog open={open} title="New campaign" onClose={onClose}>
      <Form
        schema={Typed}
        defaults={{ code: '', name: '', kitFee: '' }}
        onSubmit={async (data) => {
          const call = act.mutateAsync({ path: '/campaigns', method: 'POST', data, done: 'Campaign added' });
          await call.then(onClose, () => undefined);
        }}
      >
        {act.error && <Notice tone="danger" title={errorText(act.error)} />}
        <p>Orders of any organization that name the code cost it nothing; they are billed here.</p>
        <FormField name="code" label="Campaign code" required empty="">
          {(control) => <TextInput {...control} code maxLength={40} />}
        </FormField>
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
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <SubmitButton>Add campaign</SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}
