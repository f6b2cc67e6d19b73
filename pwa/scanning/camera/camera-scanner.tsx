import { Flashlight, FlashlightOff } from 'lucide-react';
import { useState } from 'react';
import { playScanTone } from '#pwa/scanning/scan-sound.ts';
import { useScanBus } from '#pwa/scanning/use-scan.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog/dialog.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { ScanVerdict, useShownVerdict } from '#pwa/ui/scan-verdict.tsx';
import { type Camera, useCamera } from './use-camera.ts';

export interface CameraScannerProps {
  open: boolean;
  onClose(): void;
  /** Stays open for the next code; otherwise it closes after the first. */
  continuous?: boolean;
  title?: string;
}

/** The aiming guide: linear codes must be parallel to the line, because they cannot be read at an angle. */
const AimingGuide = () => (
  <div aria-hidden className="pointer-events-none absolute inset-0 grid place-items-center">
    <div className="relative h-2/5 w-4/5 rounded-lg border-2 border-white/80 shadow-[0_0_0_100vmax_rgb(0_0_0/0.35)]">
      <div className="absolute inset-x-3 top-1/2 h-0.5 -translate-y-1/2 bg-red-500/80" />
    </div>
  </div>
);

const CameraChoices = ({ camera }: { camera: Omit<Camera, 'video'> }) => (
  <div className="flex flex-wrap items-center gap-2">
    {camera.cameras.length > 1 && (
      <label className="flex min-w-0 flex-1 items-center gap-2">
        <span>Camera</span>
        <select
          value={camera.deviceId ?? camera.cameras[0]?.deviceId ?? ''}
          onChange={(event) => camera.choose(event.target.value)}
          className="min-h-11 min-w-0 flex-1 rounded-md border border-line-strong bg-surface px-2"
        >
          {camera.cameras.map(({ deviceId, label }) => (
            <option key={deviceId} value={deviceId}>
              {label}
            </option>
          ))}
        </select>
      </label>
    )}
    {camera.torch !== null && (
      <Button
        icon={camera.torch ? FlashlightOff : Flashlight}
        onClick={() => camera.switchTorch(!camera.torch)}
      >
        {camera.torch ? 'Turn the light off' : 'Turn the light on'}
      </Button>
    )}
    {camera.torchFailed && (
      <p role="status" className="text-ink-soft">
        The light of this camera did not switch.
      </p>
    )}
  </div>
);

const CameraView = ({ onClose, continuous }: { onClose(): void; continuous: boolean }) => {
  const bus = useScanBus();
  const answer = useShownVerdict();
  const [codes, setCodes] = useState<{ count: number; last: string | null }>({ count: 0, last: null });
  const { video, ...camera } = useCamera((raw) => {
    const scan = bus.publish(raw, 'camera');
    if (!scan) return;
    if (scan.repeat) playScanTone('repeat');
    setCodes(({ count }) => ({ count: count + 1, last: scan.code }));
    if (!continuous) onClose();
  });
  return (
    <div className="grid gap-3">
      <div className="relative aspect-4/3 overflow-hidden rounded-lg bg-black">
        <video ref={video} muted playsInline className="size-full object-cover" aria-label="Camera picture" />
        {camera.state === 'running' && <AimingGuide />}
      </div>
      {camera.problem !== null && (
        <Notice
          tone="danger"
          title={camera.problem}
          action={<Button onClick={camera.retry}>Try again</Button>}
        />
      )}
      <p aria-live="polite" className="tabular-nums">
        {camera.state === 'starting' && 'Starting the camera…'}
        {camera.state === 'running' &&
          (codes.last === null
            ? 'Hold the code in the frame; a linear code along the red line.'
            : `${codes.count} scanned, last ${codes.last}`)}
      </p>
      {/* The page that shows the verdict is below this window. */}
      {continuous && codes.count > 0 && answer && <ScanVerdict {...answer} repeated scanKey={codes.count} />}
      <CameraChoices camera={camera} />
    </div>
  );
};

/**
 * A window that scans with the camera: each code joins the same queue as a hand scanner's. Escape closes it.
 */
export function CameraScanner({
  open,
  onClose,
  continuous = false,
  title = 'Scan with the camera',
}: CameraScannerProps) {
  return (
    <Dialog open={open} onClose={onClose} title={title} actions={<Button onClick={onClose}>Done</Button>}>
      {open && <CameraView onClose={onClose} continuous={continuous} />}
    </Dialog>
  );
}
