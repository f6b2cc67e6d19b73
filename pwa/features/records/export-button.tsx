import { Download } from 'lucide-react';
import { useState } from 'react';
import { z } from 'zod';
import { MESSAGES } from '#db/errors/messages.ts';
import { type ApiCall, queryText } from '#pwa/api/client.ts';
import { Button } from '#pwa/ui/button.tsx';
import { toast } from '#pwa/ui/toast.tsx';

const Failure = z.object({ error: z.string() });

async function download(address: string): Promise<void> {
  const response = await fetch(address, { credentials: 'same-origin' });
  if (!response.ok) {
    const failure = Failure.safeParse(await response.json().catch(() => null));
    throw new Error(failure.success ? failure.data.error : MESSAGES.unknownError);
  }
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'log.csv';
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

/** Takes the rows that are shown, all pages of them, as a CSV file. */
export function ExportButton({
  path,
  asked,
}: {
  path: string;
  asked: NonNullable<ApiCall<z.ZodType>['query']>;
}) {
  const [busy, setBusy] = useState(false);
  const take = async (): Promise<void> => {
    setBusy(true);
    try {
      await download(`${path}/export?${queryText({ ...asked, sort: null })}`);
    } catch (error) {
      toast.error(error instanceof Error ? error.message : MESSAGES.unknownError);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button icon={Download} busy={busy} onClick={() => void take()}>
      Export CSV
    </Button>
  );
}
