import { Download } from 'lucide-react';
import { may } from '#db/access/grants.ts';
import type { ShownOrder } from '#db/ordering/orders/shown-order.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { downloadFiles } from '#pwa/api/files.ts';
import type { Viewer } from '#pwa/features/ordering/viewer.ts';
import { countOf } from '#pwa/format/numbers.ts';
import { Button } from '#pwa/ui/button.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { useAttempt } from '#pwa/ui/use-attempt.ts';

/** Offers a customer all released results at once; renders nothing while there are none. */
export function ResultsNotice({ order, viewer }: { order: ShownOrder; viewer: Viewer }) {
  const { busy, problem, attempt } = useAttempt();
  const expected = order.specimens.filter(
    ({ status }) => status !== 'CANCELED' && status !== 'FAILED_QC_CANCELED',
  );
  const released = expected.filter(({ resultsReleasedAt }) => resultsReleasedAt !== null).length;
  if (!viewer.customer || released === 0) return null;
  const download = async (): Promise<void> => {
    const files = await downloadFiles('Order', order.id);
    if (files === 0) toast.warning('There are no files to download yet.');
  };
  return (
    <Notice
      tone="success"
      title={
        released === expected.length
          ? 'Results ready'
          : `Results ready for ${released} of ${countOf(expected.length, 'specimen')}`
      }
      action={
        may(viewer.role, 's3/downloads:read') && (
          <Button variant="primary" icon={Download} busy={busy} onClick={() => void attempt(download)}>
            Download all
          </Button>
        )
      }
    >
      {problem && <p role="alert">{errorText(problem)}</p>}
    </Notice>
  );
}
