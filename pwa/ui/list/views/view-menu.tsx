import { Columns3, Save, Settings2, Star } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ActionsMenu, type MenuAction } from '../../actions-menu.tsx';
import { ColumnsDialog } from './columns-dialog.tsx';
import type { ListViewing } from './list-view.ts';
import { ManageViewsDialog } from './manage-views-dialog.tsx';
import { SaveViewDialog } from './save-view-dialog.tsx';
import type { ViewStore } from './view-store.ts';

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
