import { type QueryValues, queryText } from '#pwa/api/client.ts';
import { ActionsMenu, type MenuAction } from '../../actions-menu.tsx';
import { useTakeFile } from './use-take-file.ts';

export interface ListExport {
  /** The server path of the export, for instance `/api/orders/export`. */
  path: string;
  /** The current query; the file contains the same rows, all pages. */
  listQuery: QueryValues;
  total: number;
}

/** The export actions for the current search and filters; none while the list has no rows. */
export function useExportActions({ path, listQuery, total }: ListExport): readonly MenuAction[] {
  const { take } = useTakeFile();
  const as = (format: 'csv' | 'xlsx') => () => take(`${path}?${queryText({ ...listQuery, format })}`);
  if (total === 0) return [];
  return [
    { label: 'Spreadsheet (XLSX)', onSelect: as('xlsx') },
    { label: 'Text (CSV)', onSelect: as('csv') },
  ];
}

/** Label the export of this many rows. */
export const exportLabel = (total: number): string => `Export (${total.toLocaleString('en-US')})`;

/** Export a list with its current search and filters, as a spreadsheet or as text. */
export function ExportMenu(props: ListExport) {
  const actions = useExportActions(props);
  return actions.length > 0 && <ActionsMenu label={exportLabel(props.total)} actions={actions} />;
}
