import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { ActionsMenu, type MenuAction } from '../../actions-menu.tsx';
import { Button } from '../../button.tsx';
import { useWide } from '../../use-wide.ts';
import { exportLabel, type ListExport, useExportActs } from './export-menu.tsx';
import { type ListViews, useViewActs } from './view-menu.tsx';

interface ListActsProps extends ListViews {
  /** What people mostly come for; it stays in sight on a phone. */
  main?: ReactNode;
  acts?: readonly MenuAction[];
  /** Writes the list of this device as a file. */
  ownFile?: MenuAction;
  /** A list that the server writes as a file. */
  file?: ListExport;
}

const NO_FILE: ListExport = { path: '', asked: {}, total: 0 };

/** The acts of a list's page: side by side from 768 px; on a phone the main one, and a menu with all others. */
export function ListActs({ main, acts = [], ownFile, file = NO_FILE, ...views }: ListActsProps) {
  const wide = useWide();
  const { acts: viewActs, windows } = useViewActs(views);
  const fileActs = useExportActs(file);
  const exports = fileActs.map((act) => ({
    ...act,
    icon: Download,
    label: `${exportLabel(file.total)}: ${act.label}`,
  }));
  const own = ownFile ? [ownFile] : [];
  return (
    <>
      {wide && (
        <>
          <ActionsMenu label="Views" actions={viewActs} />
          {fileActs.length > 0 && <ActionsMenu label={exportLabel(file.total)} actions={fileActs} />}
          {[...own, ...acts].map(({ label, icon, disabled, onSelect }) => (
            <Button key={label} {...(icon ? { icon } : {})} disabled={disabled} onClick={onSelect}>
              {label}
            </Button>
          ))}
        </>
      )}
      {main}
      {!wide && <ActionsMenu label="More" actions={[...acts, ...own, ...exports, ...viewActs]} />}
      {windows}
    </>
  );
}
