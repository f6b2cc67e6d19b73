import { Camera } from 'lucide-react';
import { memo, type ReactNode, useState } from 'react';
import { Button } from '#pwa/ui/button.tsx';
import { ScanVerdict } from '#pwa/ui/scan-verdict.tsx';
import { CameraWindow } from './camera/camera-window.tsx';
import { ScanField } from './scan-field.tsx';
import type { VerdictOfScreen } from './use-verdict.ts';

/**
 * A button that opens the camera for consecutive scans; its codes go to the same queue as the hand scanner's.
 */
const CameraButton = memo(function CameraButton({ title, className }: { title: string; className?: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon={Camera} onClick={() => setOpen(true)} {...(className ? { className } : {})}>
        Scan with the camera
      </Button>
      <CameraWindow open={open} onClose={() => setOpen(false)} continuous title={title} />
    </>
  );
});

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
                {isError && (
                  <Button command="CANCEL" onClick={acknowledge}>
                    Stop the sound
                  </Button>
                )}
              </>
            ) : undefined
          }
        />
      )}
    </div>
  );
}

interface ScanBarProps {
  /** What to scan now. */
  label: string;
  placeholder?: string;
  autoFocus?: boolean;
}

/**
 * The scan field with the camera button: a phone without a hand scanner works on every page that takes scans.
 */
export function ScanBar({ label, ...field }: ScanBarProps) {
  return (
    <div className="flex left-handed:flex-row-reverse flex-wrap items-end gap-2">
      <ScanField label={label} {...field} className="flex min-w-60 flex-1 flex-col gap-1.5" />
      <CameraButton title={label} className="max-sm:w-full md:min-h-11" />
    </div>
  );
}
