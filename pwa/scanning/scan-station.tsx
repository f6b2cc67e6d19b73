import type { ReactNode } from 'react';
import { Button } from '#pwa/ui/button.tsx';
import { ScanVerdict } from '#pwa/ui/scan-verdict.tsx';
import { CameraButton } from './camera-button.tsx';
import { ScanField } from './scan-field.tsx';
import type { VerdictOfScreen } from './use-verdict.ts';

interface ScanStationProps {
  /** What to scan now. */
  label: string;
  verdict: VerdictOfScreen;
  /** The possible actions after the verdict. */
  actions?: ReactNode;
}

/** The top of every scan screen: the field, the camera, and the verdict of the last scan. */
export function ScanStation({ label, verdict, actions }: ScanStationProps) {
  const { current: feedback, acknowledge } = verdict;
  const isError = feedback?.verdict === 'error';
  return (
    <div className="flex flex-col gap-3">
      <div className="panel flex flex-col gap-2 p-3">
        <ScanField label={label} autoFocus className="flex flex-col gap-1.5" />
        <CameraButton title={label} />
      </div>
      {feedback && (
        <ScanVerdict
          verdict={feedback.verdict}
          title={feedback.title}
          scanKey={feedback.n}
          {...(feedback.code === undefined ? {} : { code: feedback.code })}
          detail={feedback.detail}
          actions={
            actions || isError ? (
              <>
                {actions}
                {isError && <Button onClick={acknowledge}>Stop the sound</Button>}
              </>
            ) : undefined
          }
        />
      )}
    </div>
  );
}
