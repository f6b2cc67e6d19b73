import { type ApiCall, queryText } from '#pwa/api/client.ts';
import { ActionsMenu } from '../../actions-menu.tsx';

interface ExportMenuProps {
  /** Where the server writes the file, for instance `/api/orders/export`. */
  path: string;
  /** What the list shows now; the file holds the same rows, all pages. */
  asked: NonNullable<ApiCall<never>['query']>;
  total: number;
}

/** Takes a list out as a spreadsheet or as text, as it is searched and filtered now. */
export function ExportMenu({ path, asked, total }: ExportMenuProps) {
  if (total === 0) return null;
  const take = (format: 'csv' | 'xlsx') => () =>
    window.location.assign(`${path}?${queryText({ ...asked, format })}`);
  return (
    <ActionsMenu
      label={`Export ${total}`}
      actions={[
        { label: 'Spreadsheet (XLSX)', onSelect: take('xlsx') },
        { label: 'Text (CSV)', onSelect: take('csv') },
      ]}
    />
  );
}
