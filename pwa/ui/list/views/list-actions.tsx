import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { ActionsMenu, type MenuAction } from '../../actions-menu.tsx';
import { Button } from '../../button.tsx';
import { useWide } from '../../use-wide.ts';
import { exportLabel, type ListExport, useExportActions } from './export-menu.tsx';
import { type ListViews, useViewActions } from './view-menu.tsx';

interface ListActionsProps extends ListViews {
  /** The main action; it stays visible on a phone. */
  main?: ReactNode;
  actions?: readonly MenuAction[];
  /** Writes the list of this device as a file. */
  ownFile?: MenuAction;
  /** A list that the server exports as a file. */
  file?: ListExport;
}

const NO_FILE: ListExport = { path: '', listQuery: {}, total: 0 };

/**
 * The actions of a list's page: next to each other from 768 px; on a phone the main one, and a menu with all
 * others.
 */
export function ListActions({ main, actions = [], ownFile, file = NO_FILE, ...views }: ListActionsProps) {
  const wide = useWide();
  const { actions: viewActions, windows } = useViewActions(views);
  const fileActions = useExportActions(file);
  const exports = fileActions.map((action) => ({
    ...action,
    icon: Download,
    label: `${exportLabel(file.total)}: ${action.label}`,
  }));
  const own = ownFile ? [ownFile] : [];
  return (
    <>
      {wide && (
        <>
          <ActionsMenu label="Views" actions={viewActions} />
          {fileActions.length > 0 && <ActionsMenu label={exportLabel(file.total)} actions={fileActions} />}
          {[...own, ...actions].map(({ label, icon, disabled, onSelect }) => (
            <Button key={label} {...(icon ? { icon } : {})} disabled={disabled} onClick={onSelect}>
              {label}
            </Button>
          ))}
        </>
      )}
      {main}
      {!wide && <ActionsMenu label="More" actions={[...actions, ...own, ...exports, ...viewActions]} />}
      {windows}
    </>
  );
}
