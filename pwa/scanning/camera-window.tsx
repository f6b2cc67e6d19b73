import { lazy, Suspense } from 'react';
import { SlowLoadFallback } from '#pwa/ui/slow-load-fallback.tsx';
import type { CameraScannerProps } from './camera-scanner.tsx';

// Decoders are large and most scans come from the hand scanner: they are loaded when somebody opens the camera.
const CameraScanner = lazy(() =>
  import('./camera-scanner.tsx').then((module) => ({ default: module.CameraScanner })),
);

/** The camera scanner, loaded on first use; the device has it stored, so this works offline too. */
export function CameraWindow(props: CameraScannerProps) {
  if (!props.open) return null;
  return (
    <Suspense fallback={<SlowLoadFallback over />}>
      <CameraScanner {...props} />
    </Suspense>
  );
}
