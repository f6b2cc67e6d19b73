import { Notice } from '#pwa/ui/notice.tsx';
import type { OfflineGap } from './offline-readiness.ts';

const NOTICE_TEXTS: Record<NonNullable<OfflineGap>, { title: string; text: string }> = {
  data: {
    title: 'This device is not ready to work without a network',
    text: 'Not all data has arrived: what is missing here may exist all the same. Connect it and wait until the header says Synced.',
  },
  app: {
    title: 'This device is not ready to work without a network',
    text: 'Parts of the app have not arrived, so some pages and acts fail. Connect it and wait until the header says Synced.',
  },
  never: {
    title: 'This browser does not keep the app',
    text: 'Leave this page open: without a network it does not open again. What you did is kept until the device is connected.',
  },
};

/** A notice that this device cannot do all work offline, and how to make it ready. */
export function NotReadyNotice({ offlineGap }: { offlineGap: NonNullable<OfflineGap> }) {
  const { title, text } = NOTICE_TEXTS[offlineGap];
  return (
    <div className="px-3 pt-3 md:px-6">
      <Notice tone="warning" title={title}>
        <p>{text}</p>
      </Notice>
    </div>
  );
}
