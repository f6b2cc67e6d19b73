import { useState } from 'react';
import { z } from 'zod';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { type StoredView, type ViewChanges, ViewName } from '#db/records/saved-view.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog/dialog.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { Checkbox } from '#pwa/ui/form/checkbox.tsx';
import { Field } from '#pwa/ui/form/field.tsx';
import { Form, SubmitButton } from '#pwa/ui/form/form.tsx';
import { FormField } from '#pwa/ui/form/form-field.tsx';
import { TextInput } from '#pwa/ui/form/text-input.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import type { ListView, ViewStore } from './list-view.ts';

/** Return the user text of an error about a view. */
const viewProblem = (error: unknown): string =>
  error instanceof AppError ? error.message : MESSAGES.unknownError;

/** Run a change of saved views and report a failure as text. */
function useViewAction() {
  const [problem, setProblem] = useState<string | null>(null);
  const runAction = async (change: () => Promise<unknown>, done: () => void): Promise<void> => {
    setProblem(null);
    try {
      await change();
      done();
    } catch (error) {
      setProblem(viewProblem(error));
    }
  };
  return { problem, act: runAction };
}

interface ManageViewsDialogProps {
  open: boolean;
  store: ViewStore;
  /** The current view of the list. */
  view: ListView;
  onClose(): void;
}

type ViewAction = { one: StoredView; done: string } & ({ changes: ViewChanges } | { remove: true });

function One({
  one,
  view,
  runAction,
}: {
  one: StoredView;
  view: ListView;
  runAction(action: ViewAction): void;
}) {
  const [name, setName] = useState(one.name);
  const renamed = name.trim() !== '' && name.trim() !== one.name;
  return (
    <li className="flex flex-col gap-2 py-3">
      <Field label={`Name of “${one.name}”`} filter>
        {(control) => <TextInput {...control} value={name} onChange={setName} maxLength={60} />}
      </Field>
      <div className="flex flex-wrap gap-2">
        {renamed && (
          <Button
            variant="primary"
            onClick={() => runAction({ one, changes: { name: name.trim() }, done: 'Renamed' })}
          >
            Rename
          </Button>
        )}
        <Button
          onClick={() =>
            runAction({
              one,
              changes: { isDefault: !one.isDefault },
              done: one.isDefault ? 'The list opens without a view' : `The list opens with “${one.name}”`,
            })
          }
        >
          {one.isDefault ? 'Do not open with it' : 'Open with it'}
        </Button>
        <Button
          onClick={() => runAction({ one, changes: { query: view }, done: `“${one.name}” is updated` })}
        >
          Update to what is shown
        </Button>
        <Button
          variant="danger"
          onClick={() => runAction({ one, remove: true, done: `“${one.name}” is deleted` })}
        >
          Delete
        </Button>
      </div>
    </li>
  );
}

/** A dialog that renames, replaces and deletes views, and chooses the one that the list opens with. */
export function ManageViewsDialog({ open, store, view, onClose }: ManageViewsDialogProps) {
  const { views } = store;
  const { problem, act: runAction } = useViewAction();
  const change = (action: ViewAction) =>
    void runAction(
      () => ('remove' in action ? store.remove(action.one.id) : store.change(action.one.id, action.changes)),
      () => toast.success(action.done),
    );
  return (
    <Dialog
      open={open}
      title="Manage views"
      onClose={onClose}
      actions={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      {problem && <Notice tone="danger" title={problem} />}
      {views.length === 0 && <p>No view is saved.</p>}
      <ul aria-label="Saved views" className="-my-2 divide-y divide-line">
        {views.map((one) => (
          <One key={`${one.id} ${one.name}`} one={one} view={view} runAction={change} />
        ))}
      </ul>
    </Dialog>
  );
}

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
          <Button onClick={onClose}>Cancel</Button>
          <SubmitButton>Save view</SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}
