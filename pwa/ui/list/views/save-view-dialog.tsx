import { z } from 'zod';
import { ViewName } from '#db/records/saved-view.ts';
import { Button } from '../../button.tsx';
import { Dialog } from '../../dialog.tsx';
import { Checkbox } from '../../form/checkbox.tsx';
import { Form } from '../../form/form.tsx';
import { FormField } from '../../form/form-field.tsx';
import { SubmitButton } from '../../form/submit-button.tsx';
import { TextInput } from '../../form/text-input.tsx';
import { Notice } from '../../notice.tsx';
import { toast } from '../../toast.tsx';
import type { ListView } from './list-view.ts';
import { useViewAction } from './use-view-action.ts';
import type { ViewStore } from './view-store.ts';

interface SaveViewDialogProps {
  open: boolean;
  store: ViewStore;
  view: ListView;
  onClose(): void;
}

const NamedView = z.object({ name: ViewName, isDefault: z.boolean() });

/** A dialog that saves the current view under a name; an existing name is overwritten. */
export function SaveViewDialog({ open, store, view, onClose }: SaveViewDialogProps) {
  const { problem, act: runAction } = useViewAction();
  const save = ({ name, isDefault }: z.infer<typeof NamedView>) => {
    const known = store.views.find((one) => one.name.toLowerCase() === name.toLowerCase());
    return runAction(
      known
        ? () => store.change(known.id, { query: view, isDefault })
        : () => store.add({ name, query: view, isDefault }),
      () => {
        toast.success(`Saved as “${name}”`);
        onClose();
      },
    );
  };
  return (
    <Dialog open={open} title="Save this view" onClose={onClose}>
      <Form schema={NamedView} defaults={{ name: '', isDefault: false }} onSubmit={save}>
        {problem && <Notice tone="danger" title={problem} />}
        <p>
          {`Search, filters, order and columns are kept. ${store.reach} The same name replaces an earlier one.`}
        </p>
        <FormField name="name" label="Name" required empty="">
          {(control) => <TextInput {...control} maxLength={60} />}
        </FormField>
        <FormField name="isDefault" label="When the list is opened" empty={false}>
          {(control) => <Checkbox {...control} label="Open the list with this view" />}
        </FormField>
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Back</Button>
          <SubmitButton>Save view</SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}
