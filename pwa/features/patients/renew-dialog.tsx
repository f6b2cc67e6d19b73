import { renewLicense } from '#db/api/clinician-licenses.ts';
import type { ListedLicense } from '#db/patients/shown-license.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { useCallMutation } from '#pwa/api/use-call.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog.tsx';
import { Form } from '#pwa/ui/form/form.tsx';
import { FormField } from '#pwa/ui/form/form-field.tsx';
import { SubmitButton } from '#pwa/ui/form/submit-button.tsx';
import { TextInput } from '#pwa/ui/form/text-input.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { toast } from '#pwa/ui/toast.tsx';

/** Asks for the dates of the renewed license. */
export function RenewDialog(props: { open: boolean; license: ListedLicense; onClose(): void }) {
  const { open, license, onClose } = props;
  const renew = useCallMutation(renewLicense, {
    onSuccess: () => toast.success('Renewed; it waits to be verified'),
  });
  return (
    <Dialog open={open} title="Renew license" onClose={onClose}>
      <Form
        schema={renewLicense.body}
        defaults={{ expiresOn: '', issuedOn: '' }}
        onSubmit={async (body) => {
          await renew.mutateAsync({ params: { id: license.id }, body }).then(onClose, () => undefined);
        }}
      >
        {renew.error && <Notice tone="danger" title={errorText(renew.error)} />}
        <p>{`The license on file expires ${formatDate(license.expiresOn, 'monthDay')}. The renewed one is checked again.`}</p>
        <FormField name="issuedOn" label="Issued on" empty="">
          {(control) => <TextInput {...control} type="date" />}
        </FormField>
        <FormField name="expiresOn" label="Expires on" required empty="">
          {(control) => <TextInput {...control} type="date" />}
        </FormField>
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Back</Button>
          <SubmitButton>Renew license</SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}
