import { useState } from 'react';
import { z } from 'zod';
import { PersonChange } from '#db/identity/people-forms.ts';
import type { ShownUser } from '#db/identity/shown-user.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog.tsx';
import { Form } from '#pwa/ui/form/form.tsx';
import { FormField } from '#pwa/ui/form/form-field.tsx';
import { PhoneInput } from '#pwa/ui/form/phone-input.tsx';
import { SubmitButton } from '#pwa/ui/form/submit-button.tsx';
import { TextInput } from '#pwa/ui/form/text-input.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { toast } from '#pwa/ui/toast.tsx';
import { changePerson } from './people-api.ts';
import { failureText, usePeopleRefresh } from './use-people-operation.ts';

const PersonForm = z.strictObject({
  firstName: PersonChange.shape.firstName.unwrap(),
  lastName: PersonChange.shape.lastName.unwrap(),
  phone: PersonChange.shape.phone.unwrap(),
});

interface EditPersonDialogProps {
  person: ShownUser;
  onClose(): void;
}

/** Edits names and phone of a user. */
export function EditPersonDialog({ person, onClose }: EditPersonDialogProps) {
  const refresh = usePeopleRefresh();
  const [failure, setFailure] = useState<string | null>(null);
  const save = async (values: z.infer<typeof PersonForm>) => {
    setFailure(null);
    try {
      await changePerson(person.id, values);
      toast.success('The changes are saved.');
      await refresh();
      onClose();
    } catch (problem) {
      setFailure(failureText(problem));
    }
  };
  const { firstName, lastName, phone } = person;
  return (
    <Dialog open title={`Edit ${person.name}`} onClose={onClose}>
      <Form schema={PersonForm} defaults={{ firstName, lastName, phone: phone ?? '' }} onSubmit={save}>
        {failure && <Notice tone="danger" title={failure} />}
        <div className="grid gap-4 md:grid-cols-2">
          <FormField<string> name="firstName" label="First name" required empty="">
            {(control) => <TextInput {...control} maxLength={100} />}
          </FormField>
          <FormField<string> name="lastName" label="Last name" required empty="">
            {(control) => <TextInput {...control} maxLength={100} />}
          </FormField>
        </div>
        <FormField<string> name="phone" label="Phone" empty="" hint="10 digits">
          {(control) => <PhoneInput {...control} />}
        </FormField>
        <div className="flex flex-wrap justify-end gap-2 max-md:[&>*]:flex-1">
          <Button onClick={onClose}>Back</Button>
          <SubmitButton>Save</SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}
