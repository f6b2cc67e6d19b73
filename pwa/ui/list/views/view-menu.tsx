import { Columns3, Save, Settings2, Star } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ActionsMenu, type MenuAction } from '#pwa/ui/actions-menu.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog/dialog.tsx';
import { Checkbox } from '#pwa/ui/form/checkbox.tsx';
import type { ListViewing, ViewStore } from './list-view.ts';
import { ManageViewsDialog, SaveViewDialog } from './manage-views.tsx';

interface ColumnsDialogProps {
  open: boolean;
  columns: readonly { id: string; header: string }[];
  hidden: readonly string[];
  onHide(hidden: string[]): void;
  onClose(): void;
}

/** A dialog that chooses the visible columns of a list; the first is always visible. */
function ColumnsDialog({ open, columns, hidden, onHide, onClose }: ColumnsDialogProps) {
  return (
    <Dialog
      open={open}
      title="Columns"
      onClose={onClose}
      actions={
        <>
          <Button disabled={hidden.length === 0} onClick={() => onHide([])}>
            Show all
          </Button>
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <div className="flex flex-col">
        {columns.map(({ id, header }, index) => (
          <Checkbox
            key={id}
            id={`column-${id}`}
            label={header}
            value={index === 0 || !hidden.includes(id)}
            disabled={index === 0}
            onChange={(isShown) =>
              onHide(isShown ? hidden.filter((one) => one !== id) : [...new Set([...hidden, id])])
            }
          />
        ))}
      </div>
    </Dialog>
  );
}

export interface ListViews {
  /** The store of the user's views of this list. */
  store: ViewStore;
  viewing: ListViewing;
  columns: readonly { id: string; header: string }[];
}

interface ViewActions {
  actions: readonly MenuAction[];
  /** The dialogs that the actions open. */
  windows: ReactNode;
}

/**
 * The user's views of a list and its columns. A list without a search or filter opens with the default view.
 */
export function useViewActions({ store, viewing, columns }: ListViews): ViewActions {
  const [open, setOpen] = useState<'columns' | 'save' | 'manage' | null>(null);
  const { views } = store;
  const hasOpened = useRef(false);
  const { view, isUnfiltered, show } = viewing;
  const first = views.find(({ isDefault }) => isDefault);
  useEffect(() => {
    if (hasOpened.current) return;
    // The default view applies after the address has changed: a change while the page is still loading may be
    // lost.
    if (!isUnfiltered) hasOpened.current = true;
    else if (first) show(first.query);
  }, [first, isUnfiltered, show]);
  const close = () => setOpen(null);
  const actions: MenuAction[] = [
    ...views.map((one) => ({
      label: one.name,
      ...(one.isDefault ? { icon: Star, note: 'The list opens with it' } : {}),
      onSelect: () => {
        hasOpened.current = true;
        show(one.query);
      },
    })),
    { label: 'Columns…', icon: Columns3, onSelect: () => setOpen('columns') },
    { label: 'Save this view…', icon: Save, onSelect: () => setOpen('save') },
    ...(views.length > 0
      ? [{ label: 'Manage views…', icon: Settings2, onSelect: () => setOpen('manage') }]
      : []),
  ];
  const windows = (
    <>
      <ColumnsDialog
        open={open === 'columns'}
        columns={columns}
        hidden={view.hidden}
        onHide={(hidden) => show({ ...view, hidden })}
        onClose={close}
      />
      <SaveViewDialog open={open === 'save'} store={store} view={view} onClose={close} />
      <ManageViewsDialog open={open === 'manage'} store={store} view={view} onClose={close} />
    </>
  );
  return { actions, windows };
}

/** A menu with the user's views of a list. */
export function ViewMenu(props: ListViews) {
  const { actions, windows } = useViewActions(props);
  return (
    <>
      <ActionsMenu label="Views" actions={actions} />
      {windows}
    </>
  );
}
