import { type ApiCall, queryText } from '#pwa/api/client.ts';
import { ActionsMenu, type MenuAction } from '../../actions-menu.tsx';
import { useTakeFile } from './use-take-file.ts';

export interface ListExport {
  /** Where the server writes the file, for instance `/api/orders/export`. */
  path: string;
  /** What the list shows now; the file holds the same rows, all pages. */
  listQuery: NonNullable<ApiCall<never>['query']>;
  total: number;
}

/** The acts that take a list out, as it is searched and filtered now; none while it has no rows. */
export function useExportActions({ path, listQuery, total }: ListExport): readonly MenuAction[] {
  const { take } = useTakeFile();
  const as = (format: 'csv' | 'xlsx') => () => take(`${path}?${queryText({ ...listQuery, format })}`);
  if (total === 0) return [];
  return [
    { label: 'Spreadsheet (XLSX)', onSelect: as('xlsx') },
    { label: 'Text (CSV)', onSelect: as('csv') },
  ];
}

/** What the export of so many rows is called. */
export const exportLabel = (total: number): string => `Export ${total.toLocaleString('en-US')}`;

/** Takes a list out as a spreadsheet or as text, as it is searched and filtered now. */
export function ExportMenu(props: ListExport) {
  const actions = useExportActions(props);
  return actions.length > 0 && <ActionsMenu label={exportLabel(props.total)} actions={actions} />;
}
