import { useState } from 'react';
import type { ViewChanges } from '#db/records/saved-view.ts';
import type { StoredView } from '#db/records/stored-view.ts';
import { Button } from '../../button.tsx';
import { Dialog } from '../../dialog.tsx';
import { Field } from '../../form/field.tsx';
import { TextInput } from '../../form/text-input.tsx';
import { Notice } from '../../notice.tsx';
import { toast } from '../../toast.tsx';
import type { ListView } from './list-view.ts';
import { useViewAction } from './use-view-action.ts';
import type { ViewStore } from './view-store.ts';

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
