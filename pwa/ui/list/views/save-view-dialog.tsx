import { useMutation } from '@tanstack/react-query';
import { z } from 'zod';
import { type SavedList, type SavedView, ViewName } from '#db/records/saved-view.ts';
import { addView, editView } from '#pwa/api/saved-views.ts';
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
import { viewProblem } from './view-problem.ts';

interface SaveViewDialogProps {
  open: boolean;
  list: SavedList;
  view: ListView;
  views: readonly SavedView[];
  onClose(): void;
  onSaved(): unknown;
}

const NamedView = z.object({ name: ViewName, isDefault: z.boolean() });

/** Keeps how the list is looked at now under a name; a name that is there is kept anew. */
export function SaveViewDialog({ open, list, view, views, onClose, onSaved }: SaveViewDialogProps) {
  const save = useMutation({
    networkMode: 'always',
    mutationFn: ({ name, isDefault }: z.infer<typeof NamedView>) => {
      const known = views.find((one) => one.name.toLowerCase() === name.toLowerCase());
      return known
        ? editView(known.id, { query: view, isDefault })
        : addView({ list, name, query: view, isDefault });
    },
    onSuccess: ({ name }) => {
      toast.success(`Saved as “${name}”`);
      void onSaved();
      onClose();
    },
  });
  return (
    <Dialog open={open} title="Save this view" onClose={onClose}>
      <Form
        schema={NamedView}
        defaults={{ name: '', isDefault: false }}
        onSubmit={async (named) => void (await save.mutateAsync(named).catch(() => undefined))}
      >
        {save.error && <Notice tone="danger" title={viewProblem(save.error)} />}
        <p>
          Search, filters, order and columns are kept. Only you see it; the same name replaces an earlier one.
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
