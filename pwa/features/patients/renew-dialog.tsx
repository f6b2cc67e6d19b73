import { renewLicense } from '#db/patients/renew-license.ts';
import type { ListedLicense } from '#db/patients/shown-license.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog.tsx';
import { Form } from '#pwa/ui/form/form.tsx';
import { FormField } from '#pwa/ui/form/form-field.tsx';
import { SubmitButton } from '#pwa/ui/form/submit-button.tsx';
import { TextInput } from '#pwa/ui/form/text-input.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { errorText, useLicenseOperation } from './use-licenses.ts';

const Dates = renewLicense.args.pick({ expiresOn: true, issuedOn: true });

/** Asks for the dates of the renewed license. */
export function RenewDialog(props: { open: boolean; license: ListedLicense; onClose(): void }) {
  const { open, license, onClose } = props;
  const operation = useLicenseOperation();
  return (
    <Dialog open={open} title="Renew license" onClose={onClose}>
      <Form
        schema={Dates}
        defaults={{ expiresOn: '', issuedOn: '' }}
        onSubmit={async (data) => {
          const call = { path: `/${license.id}/renew`, data, done: 'Renewed; it waits to be verified' };
          await operation.mutateAsync(call).then(onClose, () => undefined);
        }}
      >
        {operation.error && <Notice tone="danger" title={errorText(operation.error)} />}
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
