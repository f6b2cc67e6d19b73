import { Download } from 'lucide-react';
import type { z } from 'zod';
import { type ApiCall, queryText } from '#pwa/api/client.ts';
import { Button } from '#pwa/ui/button.tsx';
import { useTakeFile } from '#pwa/ui/list/views/use-take-file.ts';

/** Exports all pages of the filtered rows as a CSV file. */
export function ExportButton({
  path,
  listQuery,
}: {
  path: string;
  listQuery: NonNullable<ApiCall<z.ZodType>['query']>;
}) {
  const { taking, take } = useTakeFile();
  return (
    <Button
      icon={Download}
      busy={taking}
      onClick={() => take(`${path}/export?${queryText({ ...listQuery, sort: null })}`)}
    >
      Export CSV
    </Button>
  );
}
